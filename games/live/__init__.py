"""Tables at which people meet over sockets: the only code besides the event streams that waits for several things."""
