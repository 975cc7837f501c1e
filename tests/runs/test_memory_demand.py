"""The estimate of a run's memory against what a process takes, and the refusal."""

import json

import pytest

from nge.body.library import hand_designed
from nge.cpu import free_memory
from nge.errors import RunError
from nge.nets.net_settings import CriticSettings, PolicySettings
from nge.rl.ppo_settings import PpoSettings
from nge.runs.memory import PROCESS, TERRAIN, Demand, check_memory, memory_demand
from nge.tasks.registry import OURS
from tests.runs.helpers import process

HOPPER = OURS["hopper"]
MEASURE = """
import json, sys
from pathlib import Path
from nge.cpu import configure_process, peak_memory
configure_process()
import jax, numpy as np
from nge.body.space import SpaceSettings
from nge.rl.train_state import new_train_state
from nge.rl.ppo_settings import PpoSettings
from nge.evolution.fitness import FitnessSettings
from nge.evolution.train_job import TrainJob, TrainConfig, always_continue
from nge.nets.net_settings import CriticSettings, PolicySettings
from nge.runs.executors import Processes
from nge.tasks.registry import OURS
net, critic, ppo, species = json.loads(sys.argv[1])
task, ppo = OURS["hopper"], PpoSettings(**ppo)
groups = PolicySettings(**net), CriticSettings(**critic)
drawn = new_train_state(0, task, task.space(), *groups, 1e-3)
jobs = [
    TrainJob(id_, task.hand_designed(), jax.tree.map(np.array, drawn), 1) for id_ in range(species)
]
fitness = FitnessSettings(episodes=1)
config = TrainConfig(task="hopper", space=SpaceSettings(), ppo=ppo, fitness=fitness, seed=0)
executor = Processes(1)
results = executor.train(jobs, config, always_continue)
children = Path("/proc/self/task").glob("*/children")
[worker] = {pid for file in children for pid in file.read_text().split()}
lines = Path(f"/proc/{worker}/status").read_text().splitlines()
[peak] = [line.split()[1] for line in lines if line.startswith("VmHWM:")]
executor.close()
print(peak_memory() + 1024 * int(peak))
"""


def demand_of(net=(), critic=(), ppo=(), species=1):
    return memory_demand(
        HOPPER,
        HOPPER.space(),
        PolicySettings(**dict(net)),
        CriticSettings(**dict(critic)),
        PpoSettings(**dict(ppo)),
        species,
        len(hand_designed("hopper")),
        workers=1,
    )


@pytest.mark.slow  # a process of its own, which compiles
@pytest.mark.parametrize(
    ("net", "ppo", "species", "most"),
    [
        ({"hidden": 384}, {"num_envs": 2, "num_steps": 4, "bptt_steps": 2}, 6, "weights"),
        ({"hidden": 8}, {"num_envs": 1200, "num_steps": 40}, 4, "rollouts"),
    ],
    ids=["wide", "many copies"],
)
def test_the_estimate_is_right_within_a_factor_of_two(net, ppo, species, most):
    ppo |= {"minibatches": 2, "epochs": 1, "warmup_steps": 1}
    demand = demand_of(net, {"hidden": 8}, ppo, species)
    assert getattr(demand, most) > PROCESS

    words = json.dumps([net, {"hidden": 8}, ppo, species])
    with process("-c", MEASURE, words) as measuring:
        out, err = measuring.communicate(timeout=600)

    assert measuring.returncode == 0, err
    assert demand.total / 2 < int(out) < demand.total * 2


def test_a_network_too_wide_to_be_made_has_a_size():
    wide, wider = (demand_of({"hidden": width}).weights for width in (10**6, 10**9))

    assert wider == pytest.approx(1e6 * wide, rel=0.01)
    assert wide > 1e12


def test_a_run_beyond_the_free_memory_is_refused_with_what_to_lower():
    demand = Demand(processes=1e9, weights=8e9, rollouts=1e9)

    check_memory(demand, "--seeds", free=11e9)
    with pytest.raises(RunError) as refusal:
        check_memory(demand, "--seeds", free=9e9)

    assert str(refusal.value) == (
        "this takes about 10.0 GB of memory, 9.0 GB are free; most of it is for weights: "
        "lower --net.hidden, --critic.hidden or --seeds"
    )


def test_what_is_free_is_known_here():
    assert 1e6 < free_memory() < 1e15


def test_the_memory_of_a_process_is_its_own_not_that_of_the_one_that_started_it():
    child = "from nge.cpu import peak_memory; print(peak_memory())"
    parent = f"""
import subprocess, sys
ballast = bytearray(b"x" * 2**29)
subprocess.run([sys.executable, "-c", {child!r}], check=True)
"""
    with process("-c", parent) as started:
        out, err = started.communicate(timeout=60)

    assert started.returncode == 0, err
    assert 0 < int(out) < 2**28


def test_the_models_of_all_terrains_are_counted():
    settings = PolicySettings(), CriticSettings(), PpoSettings()
    found = {}
    for name in ("walker", "walker-gaps"):
        task = OURS[name]
        found[name] = memory_demand(task, task.space(), *settings, 8, 4, workers=1).rollouts

    models = 8 * len(OURS["walker-gaps"].arena.terrains) * TERRAIN
    assert found["walker-gaps"] - found["walker"] > models > 40e6
