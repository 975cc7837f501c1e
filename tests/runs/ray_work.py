"""What Ray workers are given to do in tests: work that takes no time, and losses at will."""

import os
import signal
import time
from pathlib import Path

from nge.evolution.species import Score
from nge.evolution.train_job import Checkpoint, TrainResult, UpdateProgress
from nge.runs import ray_jobs
from nge.tasks.registry import task_named


def fake(share, config, seconds, fate=lambda ids: None):
    """Do one update of all species, after what ``fate`` does to those with these ids."""
    fate([job.id for job in share])
    states = [Checkpoint(job.state.updates + 1, job.train_state) for job in share]
    told = [UpdateProgress(5, state.updates, {job.id: {}}) for job, state in zip_(share, states)]
    return told, [
        TrainResult(state, Score(fitness=float(job.id)) if state.updates == job.updates else None)
        for job, state in zip_(share, states)
    ]


def zip_(*both):
    return list(zip(*both, strict=True))


def abort_if_two(ids):
    if 2 in ids:
        os.abort()


def fail_if_two(ids):
    if 2 in ids:
        raise KeyError("two")


def fail(ids):
    raise KeyError("all")


def lucky(ids):
    assert task_named("lucky").episode_steps == 7


def killed(share, config, seconds, flag):
    """Train, but end the process in the middle of the first job that sees the flag."""
    if _taken(flag):
        ray_jobs.train_for(share, config, 0.0)
        os.kill(os.getpid(), signal.SIGKILL)
    return ray_jobs.train_for(share, config, seconds)


def stuck(share, config, seconds, flag, node):
    """Train, but on one node say so and wait for its end."""
    import ray

    if ray.get_runtime_context().get_node_id() == node and _taken(flag):
        Path(flag).with_suffix(".stuck").touch()
        time.sleep(600)
    return ray_jobs.train_for(share, config, seconds)


def _taken(flag):
    """Take a flag away; only one process can."""
    try:
        Path(flag).unlink()
    except FileNotFoundError:
        return False
    return True
