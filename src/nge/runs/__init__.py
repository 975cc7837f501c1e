"""Runs: folder, record and weights, execution and resuming."""
