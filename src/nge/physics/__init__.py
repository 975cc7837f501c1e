"""Bodies in motion: the only package that knows MuJoCo."""
