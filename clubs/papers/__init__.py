"""What clubs print: certificates, score sheets, draws, lists of cards. PDF, the same bytes for the same facts."""
