"""A pack: recordings by a human reader, as a zip of sound files. Read with suspicion, kept as recordings of our own."""
