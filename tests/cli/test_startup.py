"""What the program imports: commands that compute nothing start without JAX, MuJoCo and so on."""

import json
import os
import subprocess
import sys

from nge.cli.main import COMMANDS
from tests.report.helpers import new_training
from tests.runs.made import made_run

HEAVY = ("jax", "mujoco", "numba", "scipy", "rich", "ray")
EACH = """
import contextlib, io, json, sys
from nge.cli.main import main

found = {}
for words in json.load(sys.stdin):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        code = main(words)
    found[" ".join(words)] = [code, len(printed.getvalue()), sorted({HEAVY} & sys.modules.keys())]
json.dump(found, sys.stdout)
""".replace("{HEAVY}", repr(set(HEAVY)))


def test_commands_that_only_tell_something_start_without_what_computes(tmp_path):
    made_run(tmp_path / "run", ((3.0, 2.0),))
    new_training(tmp_path / "training")
    telling = [["list", str(tmp_path)], ["methods"], ["status", str(tmp_path / "run")]]
    helps = [[*name.split(), "--help"] for name in COMMANDS]
    asked = json.dumps([*telling, ["show", str(tmp_path / "run")], ["--help"], *helps])

    done = subprocess.run(
        [sys.executable, "-c", EACH], input=asked, capture_output=True, text=True, env=os.environ
    )

    assert done.stderr == ""
    for words, (code, letters, imported) in json.loads(done.stdout).items():
        assert (words, code, imported) == (words, 0, [])
        assert letters > 50, words
