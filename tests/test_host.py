"""nge within a program of somebody else: what that program set stays as it was."""

import json
import os
import subprocess
import sys

import pytest

from nge.rl.evaluation import evaluate
from tests.runs.made import made_run

HOST = """
import ctypes, faulthandler, json, os, sys
from pathlib import Path

import jax
import mujoco
from jax._src import xla_bridge

jax.config.update("jax_enable_x64", True)
faulthandler.enable()
[library] = Path(mujoco.__file__).parent.glob("libmujoco.so*")
HANDLERS = ("mju_user_error", "mju_user_warning")


def settings():
    found = {f"jax {name}": repr(value) for name, value in jax.config.values.items()}
    for name in HANDLERS:
        found[name] = ctypes.c_void_p.in_dll(ctypes.CDLL(str(library)), name).value
    return found | dict(os.environ) | {"faulthandler": faulthandler.is_enabled()}


def changed():
    now = settings()
    return sorted(name for name in now.keys() | before if now.get(name) != before.get(name))


before = settings()

import nge
from nge.rl.evaluation import evaluate
from nge.runs.executors import Serial
from nge.runs.runner import Runner

run = nge.Run.open(sys.argv[1])
imported = changed() + ["JAX was started"] * xla_bridge.backends_are_initialized()
with Runner(run, executor=Serial()):
    pass
train_state = run.train_state(1)
[done] = evaluate(run.task, run.space, [run.body(1)], [train_state], episodes=1)
called = changed()
float64 = jax.numpy.ones(1, float).dtype.name
print(json.dumps([imported, called, done.returns.tolist(), float64]))
"""


@pytest.mark.slow  # JAX is imported and compiles without a cache
@pytest.mark.skipif(sys.platform != "linux", reason="looks into MuJoCo's shared library")
def test_a_program_that_uses_nge_keeps_its_settings(tmp_path):
    run = made_run(tmp_path / "run", ((3.0, 2.0),))
    ours = ("PJRT_NPROC", "XLA_FLAGS", "XLA_PYTHON_CLIENT_PREALLOCATE")
    outside = {
        name: value
        for name, value in os.environ.items()
        if name not in ours and not name.startswith("JAX_")
    }

    done = subprocess.run(
        [sys.executable, "-c", HOST, run.folder],
        env=outside,
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stderr
    imported, called, totals, float64 = json.loads(done.stdout)
    assert imported == []
    assert called == []
    assert float64 == "float64"
    [here] = evaluate(run.task, run.space, [run.body(1)], [run.train_state(1)], episodes=1)
    assert totals == here.returns.tolist()
