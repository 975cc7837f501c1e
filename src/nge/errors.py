"""The errors a user can cause: one line each, with what was given, what is allowed, what to do."""


class NgeError(Exception):
    """A mistake in what was asked for; commands print it as one line and exit with code 2."""


class SettingsError(NgeError):
    """Settings that are not known, or have values they cannot have."""


class BodyError(NgeError):
    """A body that is not a valid tree of parts, or does not fit its design space."""


class TaskError(NgeError):
    """A task that does not exist or cannot take the body it was given."""


class ExtensionError(NgeError):
    """An object of a user's that worker processes cannot get."""


class PhysicsError(NgeError):
    """A body that cannot be simulated, with the reason."""


class ArrayError(NgeError, ValueError):
    """An array of another shape or type than a simulation takes, or with values it cannot use."""


class PictureError(NgeError):
    """A picture or film that cannot be drawn on this machine, with the fix."""


class WeightsError(NgeError):
    """Weights that are damaged, or belong to another policy."""


class RunError(NgeError):
    """A run's folder that cannot be made, read or gone on with."""


class BusyError(RunError):
    """A run's folder that another process is at work in."""


class WorkerError(NgeError):
    """Worker processes that cannot start or that the system keeps ending; notes say more."""
