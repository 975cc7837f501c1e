"""``nge doctor``: check the installation and say how to fix what is missing.

Every package is tried in a child process of its own, all of them side by side, because a broken
one may hang, crash or print. So there is a report whatever is missing, and soon.
"""

from __future__ import annotations

import os
import platform
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from json import dumps, loads
from pathlib import Path
from typing import Literal

from nge import __version__
from nge.cpu import usable_cores
from nge.errors import NgeError
from nge.runs import ray_cluster
from nge.runs.execution import Execution, ExecutorName
from nge.wording import plural

PACKAGE = Path(__file__).parents[1]
COMPILED = PACKAGE / "physics" / "cpu_engine.py"
PATIENCE = 30.0  # s that a package may take to start; a GPU's first start is slow
LEAST_DISK = 2**30  # bytes; a small run with its pictures
LONGEST = 160  # letters of a reason that are shown
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at."""

    name: str
    status: Literal["ok", "missing", "problem"]
    found: str
    fix: str = ""
    needed: bool = True
    """Whether nge is of little use without it."""


@dataclass(frozen=True)
class Package:
    """A package, and how to find out whether it works."""

    name: str
    trial: str = "found = package.__version__"
    """Run in a child process after ``import ... as package``; sets ``found``, and maybe ``fix``."""
    module: str = ""
    """What to import, where it differs from the name."""
    fix: str = ""
    """What to do when the trial fails; by default, to install the package again."""
    use: str = ""
    """What alone it is needed for; empty if nge cannot work without it."""

    def check(self) -> Finding:
        module = self.module or self.name.lower()
        install = f"pip install {module.replace('_', '-')}"
        only = f"; only needed for {self.use}" if self.use else ""
        needed = not self.use
        if find_spec(module) is None:
            return Finding(self.name, "missing", f"not installed{only}", install, needed)
        try:
            found, fix = _tried(module, self.trial)
        except RuntimeError as error:
            fix = self.fix or f"{install} --force-reinstall"
            return Finding(self.name, "problem", f"{error}{only}", fix, needed)
        return Finding(self.name, "problem" if fix else "ok", found, fix, needed)


MUJOCO = """
package.MjModel.from_xml_string("<mujoco/>")
found = package.__version__
"""

# nge.physics asks numba to keep compiled code; numba refuses where it finds no place for it.
NUMBA = """
assert package.njit(lambda x: 2 * x)(21) == 42
here = {}
exec(compile("def function(x): return x", sys.argv[1], "exec"), here)
found = package.__version__
try:
    folder = package.njit(cache=True)(here["function"]).stats.cache_path
    found += f", keeps compiled code in {folder}"
except RuntimeError:
    found += ", finds no folder to keep compiled code in"
    fix = "set NUMBA_CACHE_DIR to a folder that you may write to"
"""

JAX = """
from collections import Counter
kinds = Counter(device.device_kind for device in package.devices())
found = f"{package.__version__} on " + ", ".join(f"{n} x {kind}" for kind, n in kinds.items())
"""

FFMPEG = """
found = f"{package.get_ffmpeg_version()} at {package.get_ffmpeg_exe()}"
"""


def doctor(
    *, executor: ExecutorName = "processes", address: str | None = None, json: bool = False
) -> int:
    """Check this machine: what nge needs, whether it works, and how to fix what does not.

    With --executor ray also every node of a Ray cluster. The exit code is 0 if everything that nge
    needs is there, else 1.

    Args:
        executor: Where runs are to train; ray: on a Ray cluster, whose nodes are checked.
        address: Address of the Ray cluster, as 10.0.0.1:6379; by default RAY_ADDRESS or the
            cluster that runs on this machine.
        json: Print JSON, for programs to read.
    """
    execution = Execution.of({"executor": executor, "address": address})
    findings = examine()
    if execution.executor == "ray":
        findings += cluster(execution)
    lacking = [finding.name for finding in findings if finding.needed and finding.status != "ok"]
    if json:
        print(dumps({"ok": not lacking, "findings": [asdict(f) for f in findings]}, indent=2))
        return 1 if lacking else 0
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        print(f"{finding.status:<8} {finding.name:<{width}}  {finding.found}")
        if finding.fix:
            print(f"{'':<8} {'':<{width}}  -> {finding.fix}")
    print()
    print(f"nge cannot work without {', '.join(lacking)}" if lacking else "nge can work here.")
    return 1 if lacking else 0


def examine() -> list[Finding]:
    """Look at everything, side by side, and return what was found."""
    with ThreadPoolExecutor(len(CHECKS)) as pool:
        return list(pool.map(lambda check: check(), CHECKS))


def cluster(execution: Execution) -> list[Finding]:
    """What a Ray cluster has, and where its nodes differ from this machine."""
    try:
        with execution.cluster() as found:
            nodes = ray_cluster.nodes()
    except NgeError as error:
        return [Finding("Ray", "problem", str(error))]
    cpus, gpus = (int(sum(sizes)) for sizes in zip(*((n.cpus, n.gpus) for n in nodes), strict=True))
    what = f"{plural(len(nodes), 'node')}, {plural(cpus, 'CPU')}, {plural(gpus, 'GPU')}"
    unused = "; jobs do not use GPUs" if gpus else ""
    own = ray_cluster.own_versions()
    total = Finding("Ray", "ok", f"{own['ray']} at {found.address}: {what}{unused}")
    if not cpus:
        fix = "add nodes with 'ray start --address', or give the head --num-cpus"
        total = Finding("Ray", "problem", f"{total.found}; no job can run", fix)
    return [total, *(_node(node, own) for node in nodes)]


def _node(node: ray_cluster.Node, own: Mapping[str, str]) -> Finding:
    """Compare a node with this machine."""
    name = f"node {node.name}"
    size = f"{node.cpus:g} CPU, {node.gpus:g} GPU, {_gib(node.memory)}"
    if node.problem:
        return Finding(name, "problem", f"{size}; {node.problem[:LONGEST]}", "look at 'ray status'")
    lacks = {package: own[package] for package in own if node.versions.get(package) != own[package]}
    if lacks:
        have = ", ".join(f"{one} {node.versions.get(one, 'not installed')}" for one in lacks)
        fix = ", ".join(f"{one} {number}" for one, number in lacks.items())
        found = f"{size}; other versions than here: {have}"
        return Finding(name, "problem", found, f"install there: {fix}")
    return Finding(name, "ok", f"{size}; {node.processor}; the versions of this machine")


def nge() -> Finding:
    """Which nge this is, and where."""
    return Finding("nge", "ok", f"{__version__} at {PACKAGE}")


def python() -> Finding:
    """Which Python runs it."""
    return Finding("Python", "ok", f"{platform.python_version()} at {sys.executable}")


def system() -> Finding:
    """Which operating system this is."""
    return Finding("system", "ok", platform.platform())


def processors() -> Finding:
    """How many cores this process may use, which a container may limit."""
    cores = os.cpu_count() or 1
    usable = usable_cores()
    return Finding("CPU", "ok", f"{usable} of {plural(cores, 'core')} usable")


def memory() -> Finding:
    """How much memory there is, which a container may limit."""
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # not on Windows
        return Finding("memory", "ok", "unknown")
    with suppress(OSError, ValueError):  # where there is no such limit
        size = min(size, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return Finding("memory", "ok", _gib(size))


def opengl() -> Finding:
    """Which OpenGL back end can draw."""
    try:
        from nge.physics.gl import INSTALL, working_backend

        backend = working_backend()
    except Exception as error:
        return Finding("OpenGL", "problem", f"cannot be tried: {error}", needed=False)
    if backend:
        return Finding("OpenGL", "ok", f"{backend} draws", needed=False)
    chosen = os.environ.get("MUJOCO_GL")
    fix = f"unset MUJOCO_GL, which is {chosen!r}" if chosen else INSTALL
    found = "no back end works; only needed for pictures and films"
    return Finding("OpenGL", "missing", found, fix, needed=False)


def browser() -> Finding:
    """Which Chromium can test the pages."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found:
        return Finding("Chromium", "ok", found, needed=False)
    only = "not found; only needed to test the pages of reports"
    return Finding("Chromium", "missing", only, "apt-get install chromium", needed=False)


def disk() -> Finding:
    """How much room there is for runs."""
    try:
        folder = Path.cwd()
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Finding("disk", "problem", f"{error}", "change to a folder that exists")
    found = f"{_gib(free)} free in {folder}"
    if free < LEAST_DISK:
        return Finding("disk", "problem", found, f"make room: runs need {_gib(LEAST_DISK)} or more")
    return Finding("disk", "ok", found)


CHECKS: tuple[Callable[[], Finding], ...] = (
    nge,
    python,
    system,
    processors,
    memory,
    disk,
    Package("NumPy").check,
    Package("MuJoCo", MUJOCO).check,
    Package("Numba", NUMBA).check,
    Package("Gymnasium").check,
    Package(
        "JAX", JAX, fix="set JAX_PLATFORMS=cpu to leave the GPU out, or pip install -U jax"
    ).check,
    opengl,
    Package("ffmpeg", FFMPEG, module="imageio_ffmpeg", use="films").check,
    browser,
)


def _tried(package: str, trial: str) -> tuple[str, str]:
    """Import a package in a child process and return what the trial found, and a fix if any."""
    script = f"""
import json, sys, {package} as package
fix = ""
{trial}
print(json.dumps([found, fix]))
"""
    try:
        child = subprocess.run(
            [sys.executable, "-P", "-c", script, COMPILED],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"does not start within {PATIENCE:g} s") from None
    if child.returncode < 0:
        raise RuntimeError(f"crashes ({signal.Signals(-child.returncode).name})")
    if child.returncode:
        *_, reason = child.stderr.strip().splitlines() or ["stops without a reason"]
        raise RuntimeError(reason[:LONGEST])
    found, fix = loads(child.stdout.splitlines()[-1])
    return found, fix


def _gib(size: float) -> str:
    return f"{size / 2**30:.1f} GiB"
