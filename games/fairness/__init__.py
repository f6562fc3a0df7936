"""What is believed of people who play each other over a network, and what is not: pure, no clock, no Django."""
