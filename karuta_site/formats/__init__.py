"""How each language of the site writes a day and a moment, in one medium form everywhere."""
