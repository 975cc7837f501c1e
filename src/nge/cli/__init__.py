"""The commands of ``nge``, one file each; the only place that prints."""
