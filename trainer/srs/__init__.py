"""When to ask what: skills, memory (FSRS-6), grades without buttons, the order of a day. No Django here."""
