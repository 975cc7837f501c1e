"""Where a run is carried out: settings that change the time it takes and no result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Literal, Self

from annotated_types import Ge
from pydantic import model_validator

from nge.rl import devices
from nge.runs import ray_cluster
from nge.settings import Settings

if TYPE_CHECKING:
    from nge.runs.executors import Executor

ExecutorName = Literal["processes", "ray"]


class Execution(Settings):
    """Where species train."""

    workers: Annotated[int | None, Ge(1)] = None
    """Cores to use; by default all. It changes only the time."""
    executor: ExecutorName = "processes"
    """processes: worker processes on this machine; ray: jobs on a Ray cluster."""
    address: str | None = None
    """Address of the Ray cluster, as 10.0.0.1:6379; by default RAY_ADDRESS or the cluster that runs
    on this machine, and without one Ray is started here."""

    @model_validator(mode="after")
    def _belong_together(self) -> Self:
        if self.executor == "ray" and self.workers is not None:
            raise ValueError(
                "workers is for executor processes; a run uses all CPUs of a Ray cluster: "
                "leave it out, or limit the cluster with 'ray start --num-cpus'"
            )
        if self.executor != "ray" and self.address is not None:
            raise ValueError("address is that of a Ray cluster; give it together with executor ray")
        return self

    @property
    def local_workers(self) -> int | None:
        """Worker processes to make room for on this machine; None for one per core."""
        return 1 if self.executor == "ray" else self.workers

    def cores(self) -> int:
        """Return how many cores there are to train on now."""
        if self.executor == "processes":
            return self.workers or devices.CORES
        with self.cluster():
            return max(1, ray_cluster.cpus())

    @contextmanager
    def cluster(self) -> Iterator[Self]:
        """Yield it with the address of the cluster, by which other processes join the same one."""
        if self.executor == "processes":
            yield self
            return
        is_ours = ray_cluster.connect(self.address)
        try:
            yield self.model_copy(update={"address": ray_cluster.address()})
        finally:
            if is_ours:
                ray_cluster.imported().shutdown()

    def connected(self) -> Executor | None:
        """Return a connected executor; None for worker processes, which a ``Runner`` starts."""
        if self.executor == "processes":
            return None
        from nge.runs.ray_executor import RayExecutor  # takes JAX

        return RayExecutor(self.address)
