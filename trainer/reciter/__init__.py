"""The reciter: how a poem is chanted, and when each of its sounds falls. Pure: values in, values and bytes out."""
