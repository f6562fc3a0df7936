"""Koi-Koi: the cards, the yaku, the options, the play and its notation."""
