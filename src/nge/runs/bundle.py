"""Bundles: a species exported to a folder that runs without nge.

- ``card.md`` and ``preview.png``: what it is, for people,
- ``body.json``, ``body.xml``, ``body.urdf``, ``body.glb``, ``body_meshes/``: the body,
- ``controller.safetensors``: the policy's weights, the scales of what it sees, and the body as
  the numbers that the policy is given,
- ``creature.json``: everything else, from the task's constants to the lineage,
- ``play.py``: lets it perform with numpy and mujoco alone,
- ``SHA256SUMS``: digests of all of these but the card, which people may want to edit.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from hashlib import sha256
from importlib.resources import files as package_files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nge.body.kinds import kind_named
from nge.errors import PictureError, RunError
from nge.nets import weights
from nge.nets.graphs import slots_of
from nge.physics.compile import part_name
from nge.physics.mjcf import write_mjcf
from nge.physics.rendering import picture_bytes
from nge.runs.creature import Creature
from nge.runs.play import SUMS
from nge.runs.robot import Files, write_files, write_robot
from nge.tasks.push import FARTHEST, NEAREST, PushTask
from nge.tasks.registry import OURS
from nge.tasks.suite import SuiteTask
from nge.tasks.task import Task
from nge.tasks.terrain_task import TerrainTask
from nge.wording import plural

FORMAT, VERSION = "nge-creature", 1
PLAYER = package_files("nge.runs") / "play.py"
LONGEST_LINE = 40  # ancestors that a card lists


class Bundle(NamedTuple):
    """A folder that was written."""

    files: Sequence[Path]
    missing: Sequence[str]
    """What could not be written, and why."""


def write_bundle(creature: Creature, folder: Path) -> Bundle:
    """Write a creature into a folder that is empty or does not exist yet."""
    if folder.is_dir() and any(folder.iterdir()):
        raise RunError(f"{folder} is not empty; choose another folder with --to")
    about = description(creature)  # first, because it may say that there are no weights
    task = creature.run.task
    made: Files = {
        "creature.json": json.dumps(about, indent=1).encode(),
        "controller.safetensors": weights.to_bytes(controller(creature)),
    }
    missing = []
    network = creature.run.plan.net.network
    if task.name in OURS and network is None:
        made["play.py"] = PLAYER.read_bytes()
    elif network is not None:
        missing.append(f"play.py: it does not know the network {network}, which is not one of nge")
    else:
        missing.append(f"play.py: it does not know the task {task.name} of another package")
    try:
        made["preview.png"] = picture_bytes(creature.picture())
    except PictureError as error:
        missing.append(f"preview.png: {error}")
    if isinstance(task, TerrainTask):
        for number in range(len(task.arena.terrains)):
            world = write_mjcf(creature.body, task.arena.on(number))
            made[f"terrains/{number}.xml"] = world.encode()
    made["card.md"] = card(creature, about, made).encode()
    files = [*write_files(made, folder), *write_robot(creature.body, task, folder, "body")]
    sums = "".join(  # as ``sha256sum -c`` reads them
        f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in sorted(files)
        if path.name != "card.md"
    )
    files += write_files({SUMS: sums.encode()}, folder)
    return Bundle(files, missing)


def controller(creature: Creature) -> dict[str, np.ndarray]:
    """Return what acts: the policy, its normaliser, and the body as arrays without padding."""
    body, train_state = creature.body, creature.train_state
    graph = {
        "attributes": creature.run.space.encode(body),
        "parents": np.array(body.parents, np.int32),
        "slots": np.array(slots_of(body), np.int32),
    }
    task = creature.run.task
    return {
        **weights.under("policy", weights.named(train_state.agent.policy)),
        **weights.under("normaliser", weights.named(train_state.normaliser)),
        **weights.under("graph", graph),
        **({"ground": task.ground.samples} if isinstance(task, TerrainTask) else {}),
    }


def description(creature: Creature) -> dict[str, Any]:
    """Return all that is known of a creature but its weights, as plain data."""
    run, body = creature.run, creature.body
    seed, done = creature.performance
    return {
        "format": FORMAT,
        "version": VERSION,
        "task": _task(run.task),
        "policy": run.plan.net.model_dump(mode="json"),
        "parts": [part_name(body, row) for row in range(len(body))],
        "joints": kind_named(body.kind).joints,
        "species": creature.row,
        "evaluation": {
            "actions": "mean",
            "seed": seed,
            "returns": done.returns.tolist(),
            "steps": done.lengths.tolist(),
            "reasons": list(done.reasons),
            "speeds": done.speeds.tolist(),
        },
        "lineage": creature.lineage,
        "plan": run.plan.model_dump(mode="json"),
        "versions": run.about["versions"],
        "machine": run.about["machine"],
    }


def _task(task: Task) -> dict[str, Any]:
    arena = task.arena
    own: dict[str, Any] = {}
    if isinstance(task, SuiteTask):
        own |= {
            "noise": task.noise,
            "start_height": arena.start_height,
            "noisy_height": task.noisy_height,
        }
    if isinstance(task, TerrainTask):
        own |= {
            "terrains": len(arena.terrains),
            "ground": task.ground.span,
            "seen_places": task.seen_places,
            "half_width": task.half_width,
        }
    if isinstance(task, PushTask):  # address of each object's x in qpos, and where it may begin
        x = -len(arena.root_coordinates) + arena.root_coordinates.index("x")
        own |= {"objects": [(x, (NEAREST, FARTHEST))]}
    return {
        "name": task.name,
        "about": task.about,
        "steps": task.episode_steps,
        "substeps": arena.substeps,
        "control_step": arena.control_step,
        "joint_noise": arena.joint_noise,
        "root_noise": [root.noise for root in arena.root],
        "clearance": arena.clearance if arena.ground else None,
        "height": arena.height,
        **own,
        "reward": task.reward.weights,
        "torso_columns": [asdict(column) for column in task.torso_columns],
        "limb_columns": [asdict(column) for column in task.limb_columns],
    }


# --- the card ------------------------------------------------------------------------------


def card(creature: Creature, about: dict[str, Any], made: Files) -> str:
    """Return what a person should know of a creature, as Markdown."""
    task, versions = creature.run.task, about["versions"]
    returns = np.array(about["evaluation"]["returns"])
    spread = returns.std(ddof=1) if len(returns) > 1 else 0.0
    kind = kind_named(creature.body.kind)
    motors = sum(kind.hinges(part.attributes) for part in creature.body.parts[1:])
    preview = "![the creature at the start of an episode](preview.png)\n\n"
    facts = {
        "task": f"{task.name}: {task.about}",
        "return": f"{returns.mean():.4g} ± {spread:.2g}: mean and standard deviation of "
        f"{plural(len(returns), 'fresh episode')}, mean actions",
        **creature.story,
        "episode": f"{task.episode_steps} control steps of {1000 * task.arena.control_step:g} ms",
        "body": f"{plural(len(about['parts']), 'part')}, "
        f"{plural(motors, 'motor')}; "
        f"digest {creature.body.digest}",
        "controller": _policy(about["policy"]),
        "made with": ", ".join(f"{name} {number}" for name, number in versions.items()),
        "on": f"{about['machine']['system']}, {about['machine']['device']}",
    }
    cells = {name: text.replace("|", "\\|").replace("\n", " ") for name, text in facts.items()}
    table = "\n".join(f"| {name} | {text} |" for name, text in cells.items())
    return f"""# {creature.title}

{preview if "preview.png" in made else ""}| | |
|---|---|
{table}

## Run it

{_how_to_run(about, made)}

## Files

| file | what it is |
|---|---|
{_file_table(made)}

{_lineage(about["lineage"])}## Settings

{creature.decided}

```json
{json.dumps(about["plan"], indent=1)}
```
"""


def _how_to_run(about: dict[str, Any], made: Files) -> str:
    if "play.py" not in made:
        return (
            f"The task {about['task']['name']} comes from another package than nge, so there is no "
            "play.py here; creature.json and controller.safetensors hold all of the controller."
        )
    return f"""```
pip install numpy mujoco=={about["versions"]["mujoco"]}
python play.py            # the recorded episodes again, beside what they returned
python play.py --view     # in MuJoCo's window
```

`play.py` explains the files and can be imported: `from play import Creature`."""


def _file_table(made: Files) -> str:
    known = {
        "play.py": "lets it perform; needs only numpy and mujoco",
        "controller.safetensors": "the policy, the scales of what it sees, its body as arrays",
        "creature.json": "task, policy, evaluation, lineage, settings and versions, for programs",
        "preview.png": "the picture above",
        "body.json": "the body for nge: `nge train --body body.json` and the like",
        "body.xml": "MJCF: the body and its world, exactly as simulated",
        "body.urdf": "URDF, for ROS and other simulators; its meshes are in `body_meshes/`",
        "body.glb": "a 3D scene, for Blender and browsers",
        "body_meshes/": "STL, one file per part, in metres",
        "terrains/": "the body on each of the task's terrains, as MJCF",
        SUMS: "digests of the files but this card; `sha256sum -c` and `play.py` check them",
    }
    rest = [name for name in known if name.startswith("body") or name == SUMS]
    made = {f"{name.partition('/')[0]}/" if "/" in name else name: b"" for name in made}
    return "\n".join(f"| `{name}` | {known[name]} |" for name in known if name in {*made, *rest})


def _lineage(line: Sequence[dict[str, Any]]) -> str:
    if not line:
        return ""
    shown = line[-LONGEST_LINE:]
    rows = [
        f"| {one['id']} | {one['born']} | {one['operator']} | {one['parts']} | "
        f"{'failed' if one['fitness'] is None else format(one['fitness'], '.4g')} |"
        for one in shown
    ]
    more = f"The last {len(shown)} of {len(line)}; creature.json has all.\n\n"
    head = "| species | born in generation | by | parts | last fitness |\n|---|---|---|---|---|\n"
    table = (more if len(shown) < len(line) else "") + head + "\n".join(rows)
    return f"## Lineage\n\n{table}\n\n"


def _policy(policy: dict[str, Any]) -> str:
    if not policy["graph"]:
        return f"one flat network for the whole body, {plural(policy['hidden'], 'unit')}"
    traits = (
        [f"{plural(policy['propagations'], 'round')} of messages"] if policy["messages"] else []
    )
    traits += ["memory"] if policy["memory"] else []
    traits += [f"a summary by {policy['context']}"] if policy["context"] != "none" else []
    return ", ".join([f"graph network, {plural(policy['hidden'], 'unit')}", *traits])
