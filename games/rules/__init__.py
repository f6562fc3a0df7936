"""Pure referees: values in, values out. Dice and time come in as arguments; nothing here knows Django."""
