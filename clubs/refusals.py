"""What a club does not allow."""


class RefusedError(Exception):
    """The message is a sentence for whoever asked. Nothing was changed."""
