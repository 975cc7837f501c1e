"""``nge list``, ``status``, ``show``, ``leaderboard``, ``verify`` and ``methods``."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from nge.cli.table import print_table
from nge.errors import RunError
from nge.evolution.flags import MEANINGS, marks
from nge.evolution.methods import METHOD_REGISTRY
from nge.report.numbers import short
from nge.runs import folder as files
from nge.runs.config import preset_content, preset_names
from nge.runs.reading import Read, Unreadable, try_run
from nge.runs.rows import flags_from
from nge.runs.run import Run
from nge.settings import Count
from nge.wording import clock, plural


def methods() -> None:
    """List the methods, and the presets they can be used with."""
    known = METHOD_REGISTRY.loadable()
    width = max(map(len, known))
    for name, method in known.items():
        print(f"{name:<{width}}  {method.about}")
    print()
    for name in preset_names():
        print(f"--preset {name:<{width - 9}}  {preset_content(name)['about']}")


def list_runs(folder: Path = Path("runs")) -> None:
    """List the runs in a folder, newest first.

    Args:
        folder: Where to look; runs are its subfolders.
    """
    found, unreadable = _runs(folder, _line)
    if not (found or unreadable):
        print(f"no runs in {folder}; 'nge evolve fish' makes one")
        return
    titles = ("run", "task", "method", "seed", "generations", "steps", "time", "best", "state")
    refused = [(one.folder.name, *("-",) * 7, "unreadable") for one in unreadable]
    print_table(
        [titles, *(line for _, line in found), *refused], ("run", "task", "method", "state")
    )
    for one in unreadable:
        print(f"{one.folder.name}: {one.reason}")


def _line(run: Run) -> tuple[str, ...]:
    """Return what the list says of a run."""
    spent, best = run.spent(), _best_value(run)
    return (
        run.folder.name,
        run.plan.task,
        run.plan.method,
        str(run.plan.seed),
        str(spent.generations),
        short(spent.steps),
        clock(spent.seconds),
        _number(best),
        _state(run),
    )


def _best_value(run: Run) -> float | None:
    """Return the best fitness of all generations, or the best recent return before the first."""
    if (known := run.best_fitness()) is not None:
        return known
    return max((sum(s) / len(s) for s in run.recent_returns().values() if s), default=None)


def status(run: Path) -> None:
    """Say what a run is doing.

    Args:
        run: Folder of a run.
    """
    found = Run.open(run, read_only=True)
    with files.reading(found.record.path):
        spent, now = found.spent(), found.status()
        print(f"{run}: {found.title}: {_state(found)}")
        done = plural(spent.generations, "generation")
        if found.plan.trains_only:
            done = f"{plural(spent.updates, 'update')} of {found.updates_of(0)}"
        print(f"{done}, {short(spent.steps)} control steps in {clock(spent.seconds)}")
        if now:
            pace = now["steps"] / max(now["now"] - now["began"], 1e-9)
            print(
                f"generation {now['generation']}: {now['steps'] / now['of']:.0%} of its steps, "
                f"{pace:,.0f} steps/s, {now['memory'] / 2**20:,.0f} MiB, "
                f"last heard of {time.time() - now['now']:.0f} s ago"
            )


def show(run: Path) -> None:
    """Print every generation of a run: its best species, diversity, and how choices turned out.

    Of a run that only trains, print every species.

    Args:
        run: Folder of a run.
    """
    found = Run.open(run, read_only=True)
    with files.reading(found.record.path):
        if found.plan.trains_only:
            _print_species(found)
        else:
            _print_generations(found)
        _print_failures(found)


def _print_species(found: Run) -> None:
    lines = [("", "body", "seed", "parts", "updates", "steps", "fitness", "recent return")]
    updates = {row["species"]: row for row in found.updates()}  # the last of each
    recent = found.recent_returns()
    for row in found.species():
        last, some = updates.get(row["id"]), recent[row["id"]]
        lines.append(
            (
                str(row["id"]),
                row["name"],
                str(row["seed"]),
                str(row["parts"]),
                str(last["number"] if last else 0),
                short(last["steps"] if last else 0),
                _number(row["fitness"]),
                _number(sum(some) / len(some) if some else None),
            )
        )
    print_table(lines, ("body",))


def _print_generations(found: Run) -> None:
    bodies = {row["id"]: row for row in found.species()}
    scores = {(row["generation"], row["species"]): row for row in found.scores()}
    titles = "generation steps best species parts median topologies failed skill"
    lines = [(*titles.split(), "flags of the best", "born")]
    for row in found.generations():
        counted, best = row["stats"], bodies.get(row["best_species"])
        lines.append(
            (
                str(row["number"]),
                short(row["steps"]),
                _number(row["best"]),
                str(row["best_species"]),
                str(best["parts"]) if best else "-",
                _number(row["median"]),
                str(counted["topologies"]),
                str(counted["failed"]),
                _number(counted["skill"]),
                _flags(scores.get((row["number"], row["best_species"]))),
                ", ".join(f"{name} {count}" for name, count in counted["admitted"].items()),
            )
        )
    print_table(lines, ("flags of the best", "born"))
    _explain_flags(line[-2] for line in lines)


def _print_failures(found: Run) -> None:
    failures = [row for row in found.scores() if row["failure"]]
    for row in failures[:20]:
        print(
            f"species {row['species']} failed in generation {row['generation']}: {row['failure']}"
        )
    if len(failures) > 20:
        print(f"and {len(failures) - 20} more")


def leaderboard(
    runs: tuple[Path, ...] = (),
    *,
    top: Count = 10,
) -> None:
    """Print the fittest species of one or several runs.

    Args:
        runs: Folders of runs, or folders that hold runs; by default runs/.
        top: How many.
    """
    if missing := [str(path) for path in runs if not path.is_dir()]:
        raise RunError(f"there is no folder {missing[0]}; give folders of runs, or that hold runs")
    runs = runs or (Path("runs"),)
    found = [
        run
        for path in runs
        for run in (
            [Run.open(path, read_only=True)] if (path / "run.json").exists() else _readable(path)
        )
    ]
    if not found:
        print(f"no runs in {', '.join(map(str, runs))}; 'nge evolve fish' makes one")
        return
    if len({run.plan.task for run in found}) > 1:
        tasks = ", ".join(sorted({run.plan.task for run in found}))
        raise RunError(f"these runs have different tasks ({tasks}); give runs of one task")
    rows = []
    for run in found:
        with files.reading(run.record.path):
            scored = [row for row in run.species() if row["fitness"] is not None]
            rows += [(float(row["fitness"]), run, row) for row in scored]
    rows.sort(key=lambda entry: -entry[0])
    titles = "fitness", "run", "species", "parts", "born", "mutations", "episodes", "made by"
    lines = [("", *titles, "flags")]
    for place, (fitness, run, row) in enumerate(rows[:top], start=1):
        lines.append(
            (
                str(place),
                f"{fitness:.2f}",
                run.folder.name,
                str(row["id"]),
                str(row["parts"]),
                str(row["born"]),
                str(run.mutations_of(row["id"])),
                str(row["episodes"]),
                str(row["operator"]) if row["name"] is None else f"given: {row['name']}",
                _flags(row),
            )
        )
    print_table(lines, ("run", "made by", "flags"))
    _explain_flags(line[-1] for line in lines)


def verify(run: Path) -> int:
    """Check a run's record and weights, and repeat the evaluations that it holds.

    Exits with 1 if something is damaged or came out differently.

    Args:
        run: Folder of a run.
    """
    from nge.runs.verify import check

    found = check(Run.open(run, read_only=True))
    for line in found.notes:
        print(line)
    for line in found.problems:
        print(f"problem: {line}")
    print("all is well" if not found.problems else plural(len(found.problems), "problem"))
    return 1 if found.problems else 0


def _runs(
    folder: Path, read: Callable[[Run], Read]
) -> tuple[list[tuple[Run, Read]], list[Unreadable]]:
    """Return the runs in a folder with what is read of each, newest first, and the rest."""
    found: list[tuple[Run, Read]] = []
    unreadable: list[Unreadable] = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if not (path / "run.json").is_file():
            continue
        one = try_run(path, lambda run: (run, read(run)))
        if isinstance(one, Unreadable):
            unreadable.append(one)
        else:
            found.append(one)
    return sorted(found, key=lambda one: one[0].about["started"], reverse=True), unreadable


def _readable(folder: Path) -> list[Run]:
    """Return the runs in a folder, newest first; say which cannot be read."""
    found, unreadable = _runs(folder, Run.species)
    for one in unreadable:
        print(f"{one.folder.name} is left out: {one.reason}", file=sys.stderr)
    return [run for run, _ in found]


def _state(run: Run) -> str:
    if files.at_work(run.folder):
        return "running"
    return "done" if run.done else "stopped"


def _flags(score: Mapping[str, Any] | None) -> str:
    """Return the flags of a score: ``-`` none, ``?`` unknown."""
    flags = flags_from(score) if score else None
    if flags is None:
        return "?"
    return "; ".join(f"{mark.name} {mark.number}" for mark in marks(flags)) or "-"


def _explain_flags(shown: Iterable[str]) -> None:
    """Say what the flags that were shown mean."""
    text = " ".join(shown)
    for name, meaning in MEANINGS.items():
        if f"{name} " in text:
            print(f"{name}: {meaning}", file=sys.stderr)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
