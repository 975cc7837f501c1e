"""Networks that act on any body graph: bodies as padded arrays, policies, critics, weights."""
