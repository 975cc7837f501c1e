"""Evolution: Algorithm 1 of the paper, its parts, and the methods it is compared with."""
