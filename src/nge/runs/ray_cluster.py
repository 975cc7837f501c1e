"""The connection to a Ray cluster, and what its nodes have.

Nothing here imports JAX, so that ``nge doctor`` can describe a cluster from a broken installation.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from nge.errors import WorkerError
from nge.runs.folder import DECIDING

REACHED = 5.0  # seconds for a connection; Ray itself tries for two minutes
ANSWERED = 60.0  # seconds for an answer of a node
PACKAGES = ("ray", *(name for name in DECIDING if name != "nge"))
TOKEN = "a cluster with a token needs RAY_AUTH_MODE=token and that token here too"
START = "start one with 'ray start --head', or check --address and RAY_ADDRESS"


class Node(NamedTuple):
    """A machine of a cluster."""

    name: str
    """Its host name and address."""
    cpus: float
    gpus: float
    memory: float
    """Bytes for jobs."""
    processor: str = ""
    versions: Mapping[str, str] = {}
    """Of Python, Ray and the packages that can change results; those it lacks are left out."""
    problem: str = ""
    """Why it does not answer."""


def connect(wanted: str | None) -> bool:
    """Connect this process to a cluster; return False if it was connected before.

    If no address is ``wanted``, that is the one of RAY_ADDRESS or the one that runs on this
    machine; if there is none, Ray is started here until the process ends.
    """
    ray = imported()
    if ray.is_initialized():
        if wanted not in (None, "auto", address()):
            raise WorkerError(
                f"this process is connected to the Ray cluster at {address()}, not to {wanted}; "
                "leave the address out, or call ray.shutdown() before"
            )
        return False
    wanted = wanted or os.environ.get("RAY_ADDRESS") or _running_here()
    if problem := _unreachable(wanted):
        raise WorkerError(f"no Ray cluster at {wanted}: {problem}; {START}")
    main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGTERM)
    try:
        ray.init(
            address=wanted,
            include_dashboard=False,
            log_to_driver=False,
            logging_level=logging.ERROR,
        )
    except Exception as error:  # Ray raises all kinds, also where versions differ
        reason = " ".join(str(error).split())
        raise WorkerError(f"cannot use Ray at {wanted}: {reason}; {START}; {TOKEN}") from None
    finally:
        if main:  # Ray has put its own handler in the place of ours, which saves before it ends
            signal.signal(signal.SIGTERM, handler)
    return True


def imported() -> Any:
    """Return the module ray, or say how to install it."""
    try:
        import ray
    except ModuleNotFoundError as error:
        if error.name != "ray":
            raise
        raise WorkerError(
            "the executor ray needs the package ray; install it with: pip install ray"
        ) from None
    return ray


def address() -> str:
    """Return where other processes find the cluster."""
    return imported().get_runtime_context().gcs_address


def cpus() -> int:
    """Return how many CPUs the cluster has now."""
    return int(imported().cluster_resources().get("CPU", 0))


def nodes() -> list[Node]:
    """Ask every node of the cluster what it has."""
    ray = imported()
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy as On

    alive = [one for one in ray.nodes() if one["Alive"]]
    ask = ray.remote(num_cpus=0, max_retries=0)(_description())
    places = [On(one["NodeID"], soft=False) for one in alive]
    asked = [ask.options(scheduling_strategy=place).remote(PACKAGES) for place in places]
    answered, _ = ray.wait(asked, num_returns=len(asked), timeout=ANSWERED)
    return [
        _node(one, answer if answer in answered else None)
        for one, answer in zip(alive, asked, strict=True)
    ]


def own_versions() -> dict[str, str]:
    """Return the versions that this process has, as a ``Node`` has them."""
    return _description()(PACKAGES)[1]


def _node(about: Mapping[str, Any], answer: Any) -> Node:
    ray, resources = imported(), about["Resources"]
    sizes = (resources.get(name, 0.0) for name in ("CPU", "GPU", "memory"))
    node = Node(f"{about['NodeManagerHostname']} ({about['NodeManagerAddress']})", *sizes)
    if answer is None:
        return node._replace(problem=f"no answer within {ANSWERED:g} s")
    try:
        processor, versions = ray.get(answer)
    except ray.exceptions.RayError as error:
        return node._replace(problem=" ".join(str(error).split()))
    return node._replace(processor=processor, versions=versions)


def _description() -> Callable[[Sequence[str]], tuple[str, dict[str, str]]]:
    """Return a function for any node; it is nested to travel by value, where nge is missing too."""

    def description(packages: Sequence[str]) -> tuple[str, dict[str, str]]:
        """Return the processor and the versions of packages."""
        import platform
        from contextlib import suppress
        from importlib import import_module
        from importlib.metadata import PackageNotFoundError, version
        from pathlib import Path

        processor, versions = platform.machine(), {"python": platform.python_version()}
        with suppress(OSError, StopIteration):
            lines = Path("/proc/cpuinfo").read_text().splitlines()
            line = next(line for line in lines if line.startswith("model name"))
            processor = line.partition(": ")[2]
        for name in packages:
            with suppress(PackageNotFoundError):
                versions[name] = version(name)
        with suppress(ImportError):
            versions["nge"] = import_module("nge").__version__
        return processor, versions

    return description


def _running_here() -> str:
    """Return the address of the cluster that was started on this machine, or that of a new one.

    Ray's own search takes the last address for good, and waits for minutes for a cluster that is
    no more.
    """
    record = Path(os.environ.get("RAY_TMPDIR", "/tmp"), "ray", "ray_current_cluster")
    with suppress(OSError):
        found = record.read_text().strip()
        if found and not _unreachable(found):
            return found
    return "local"


def _unreachable(address: str) -> str:
    """Return why nobody listens at host:port; other addresses are left to Ray."""
    host, _, port = address.rpartition(":")
    if host and port.isdigit() and "/" not in host:
        try:
            socket.create_connection((host.strip("[]"), int(port)), REACHED).close()
        except (OSError, OverflowError) as error:
            return str(error)
    return ""
