"""Koi-Koi opponents: five levels, advice, and the means to measure them."""
