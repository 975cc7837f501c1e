"""``nge render`` and ``nge inspect``: creatures of a run as films, pictures, or in a window."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from annotated_types import Ge, Gt, Le

from nge.cli.film import STILL_SIZE, Look, draw_sheet, film_episode, quiet_fork
from nge.errors import RunError
from nge.report.numbers import thinned
from nge.settings import Count, Option
from nge.wording import plural

if TYPE_CHECKING:
    from nge.physics.cpu_engine import CpuSimulation
    from nge.runs.creature import Creature
    from nge.runs.run import Run

Which = Annotated[str, Option("best|ID")]
PORTRAIT = (960, 720)
GIF_FPS = 50  # browsers slow down what is faster
CLIP_SECONDS, PAUSE_SECONDS = 4.0, 1.5  # of an ancestor that moves, and of one that stands still


def render(
    run: Path,
    *,
    species: Which = "best",
    lineage: bool = False,
    sheet: bool = False,
    mp4: bool = False,
    gif: bool = False,
    png: bool = False,
    out: Annotated[Path | None, Option("FILE")] = None,
    seconds: Annotated[float, Gt(0)] = 10.0,
    seed: Annotated[int, Ge(0)] = 0,
    generation: Annotated[int, Ge(0)] | None = None,
    top: Count = 12,
    size: Annotated[str | None, Option("WxH")] = None,
    fps: Annotated[float, Ge(1), Le(120), Option("FLOAT")] | None = None,
    camera: Literal["side", "oblique", "front", "back", "top"] | None = None,
) -> None:
    """Film or draw the creatures of a run, without a display.

    A film shows an episode with mean actions, in real time. With --lineage it shows the ancestors
    of the species one after the other: those whose weights were kept move, others stand still.

    Args:
        run: Folder of a run that 'nge evolve' or 'nge train' made.
        species: The best in fresh episodes, or a species by its number.
        lineage: Show the ancestors of the species, oldest first: a film, or a sheet with --png.
        sheet: Draw the fittest bodies of a generation on one sheet.
        mp4: Write an MP4 film; the default.
        gif: Write a GIF film.
        png: Write a picture.
        out: The file to write, its format by its ending (.mp4, .gif, .webp, .png, .jpg); by
            default a name after the species, in the folder of the run.
        seconds: Simulated time that a film of one species shows.
        seed: Of the start of the episode.
        generation: Generation of a sheet; by default the last.
        top: Most bodies on a sheet or in a lineage.
        size: Pixels of the film or of each picture, as in 1280x720; 16 to 4096 each way.
        fps: Frames per second of a film, poses between control steps interpolated; by default a
            frame for each control step, up to 25.
        camera: Where to look from, following the creature; by default side for bodies on the
            ground and oblique for swimmers.
    """
    from nge.physics.rendering import FILMS, write_picture
    from nge.runs.creature import chosen
    from nge.runs.run import Run

    found = Run.open(run, read_only=True)
    pixels = None if size is None else _pixels(size)
    look = Look(pixels or Look().size, fps, camera)
    if sheet and (lineage or mp4 or gif):
        raise RunError("--sheet is a picture of a generation; leave out --lineage, --mp4 and --gif")
    if sheet:
        number, rows = _fittest(found, generation, top)
        for path in _paths(found, f"generation-{number}", out, [".png"]):
            fittest = [found.creature(row["species"]) for row in rows]
            _draw_sheet(fittest, path, pixels or STILL_SIZE, camera, ranked=True)
        return
    creature = chosen(found, species)
    name = f"{'lineage' if lineage else 'species'}-{creature.id}"
    line = thinned(creature.ancestors, top) if lineage else []
    asked = [f".{end}" for end, want in (("mp4", mp4), ("gif", gif), ("png", png)) if want]
    for path in _paths(found, name, out, asked):
        film = path.suffix.lower() in FILMS
        if film and path.suffix.lower() == ".gif" and fps and fps > GIF_FPS:
            raise RunError(f"--fps {fps:g} is more than the {GIF_FPS} of a GIF; write .mp4 instead")
        if lineage and film:
            _film_line(line, seed, path, look)
        elif lineage:
            _draw_sheet(line, path, pixels or STILL_SIZE, camera)
        elif film:
            shown = film_episode(path, creature, seconds, seed, look)
            print(f"wrote {path}: {shown:.3g} s of species {creature.id}, mean actions")
        else:
            write_picture(path, creature.picture(*(pixels or PORTRAIT), camera))
            print(f"wrote {path}")


def inspect(run: Path, *, species: Which = "best", seed: Annotated[int, Ge(0)] = 0) -> None:
    """Watch a creature in MuJoCo's own viewer, with its controller at work.

    Double-click a part and pull at it with Ctrl and the mouse: the controller has to cope. When an
    episode ends the next begins, until the window is closed.

    Args:
        run: Folder of a run that 'nge evolve' or 'nge train' made.
        species: The best in fresh episodes, or a species by its number.
        seed: Of the first start; each episode has the next.
    """
    from nge.physics.viewer import Viewer
    from nge.rl.evaluation import run_episode
    from nge.runs.creature import chosen
    from nge.runs.run import Run

    creature = chosen(Run.open(run, read_only=True), species)
    task, space, train_state = creature.run.task, creature.run.space, creature.train_state
    viewer = Viewer(creature.body, task.arena, "nge render makes a film instead")

    def on_step(simulation: CpuSimulation) -> None:
        if not viewer.open:
            raise _Closed
        state = simulation.state(0, 0)
        viewer.show(state.qpos, int(simulation.snapshot()[0]["terrain"][0]))
        state.xfrc_applied[:] = viewer.pushes

    try:
        while True:
            done = run_episode(task, space, creature.body, train_state, on_step, seed)
            [total], [length], [reason] = done.returns, done.lengths, done.reasons
            print(
                f"seed {seed}: return {total:.2f}, {plural(length, 'step')}, {reason}", flush=True
            )
            seed += 1
    except _Closed:
        pass
    finally:
        viewer.close()


class _Closed(Exception):
    """The user closed the window."""


def _paths(run: Run, name: str, out: Path | None, asked: Sequence[str]) -> list[Path]:
    """Return the files to write; ``asked`` are the endings that options name."""
    from nge.physics.rendering import FILMS, PICTURES

    if out is None:
        return [run.folder / f"{name}{ending}" for ending in asked or [".mp4"]]
    if len(asked) > 1:
        raise RunError(f"--out names one file; give one of {', '.join(asked)}, or leave out --out")
    if not out.suffix:
        return [out.with_suffix(*asked or [".mp4"])]
    if out.suffix.lower() not in (known := {**FILMS, **PICTURES}):
        raise RunError(f"--out {out} cannot be written; it must end with one of {', '.join(known)}")
    if asked and out.suffix.lower() != asked[0]:
        raise RunError(f"--out {out} is no {asked[0]} file; leave out --{asked[0][1:]}")
    return [out]


def _fittest(run: Run, generation: int | None, top: int) -> tuple[int, list[dict]]:
    """Return a generation's number and its best scores, best first."""
    count = run.spent().generations
    number = count - 1 if generation is None else generation
    if number not in range(count):
        raise RunError(f"{run.folder} has {plural(count, 'generation')}; there is no {number}")
    rows = [r for r in run.scores() if r["generation"] == number and r["fitness"] is not None]
    if not rows:
        raise RunError(f"every species of generation {number} failed; 'nge show' says why")
    return number, sorted(rows, key=lambda row: (-row["fitness"], row["species"]))[:top]


def _pixels(size: str) -> tuple[int, int]:
    """Return width and height in pixels."""
    from nge.physics.rendering import check_size

    if not (found := re.fullmatch(r"(\d{1,6})[xX](\d{1,6})", size, re.ASCII)):
        raise RunError(f"--size is {size!r}; give width and height in pixels, as in 1280x720")
    check_size(width := int(found[1]), height := int(found[2]))
    return width, height


def _draw_sheet(
    creatures: Sequence[Creature],
    path: Path,
    size: tuple[int, int],
    camera: str | None,
    ranked: bool = False,
) -> None:
    captions = [
        f"{place}. {_caption(one)}" if ranked else _caption(one)
        for place, one in enumerate(creatures, start=1)
    ]
    draw_sheet(path, creatures, captions, size, camera)
    print(f"wrote {path}: {plural(len(creatures), 'body')}")


def _film_line(line: Sequence[Creature], seed: int, path: Path, look: Look) -> None:
    from nge.physics.rendering import write_film

    _, fps = look.frames(np.zeros((1, 1)), line[0].run.task.arena.control_step, CLIP_SECONDS)
    with quiet_fork():
        write_film(path, _clips(line, seed, look, fps), fps)
    moving = sum(one.trained for one in line)
    print(f"wrote {path}: {plural(len(line), 'body')}, {moving} of them moving")


def _clips(line: Sequence[Creature], seed: int, look: Look, fps: float) -> Iterator[np.ndarray]:
    """Yield the frames of every ancestor in turn, with who it is below."""
    from nge.physics.rendering import contact_sheet
    from nge.rl.evaluation import episode_arena

    for place, creature in enumerate(line, start=1):
        caption = f"{place}/{len(line)}  {_caption(creature)}"
        print(f"drawing species {creature.id}", file=sys.stderr, flush=True)
        arena = episode_arena(creature.run.task, creature.body, seed)
        with look.painter(creature.body, arena) as painter:
            if creature.trained:
                poses, _ = look.frames(creature.poses(seed), arena.control_step, CLIP_SECONDS)
                for pose in poses[: round(CLIP_SECONDS * fps)]:
                    yield contact_sheet([painter.draw(pose)], [caption])
            else:
                frame = contact_sheet([painter.draw(painter.start)], [f"{caption}, weights gone"])
                yield from [frame] * round(PAUSE_SECONDS * fps)


def _caption(creature: Creature) -> str:
    row = creature.row
    fitness = "failed" if row["fitness"] is None else f"fitness {row['fitness']:.2f}"
    return f"{creature.name}: {row['operator']}, {plural(row['parts'], 'part')}, {fitness}"
