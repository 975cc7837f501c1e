"""What the doctor finds, also on machines where packages are missing or broken."""

import json
import os
import subprocess
import sys
import time

import pytest

from nge.cli import doctor as module
from nge.cli.doctor import Finding, Package, doctor, examine
from nge.cli.main import main

NAMES = [
    "nge",
    "Python",
    "system",
    "CPU",
    "memory",
    "disk",
    "NumPy",
    "MuJoCo",
    "Numba",
    "Gymnasium",
    "JAX",
    "OpenGL",
    "ffmpeg",
    "Chromium",
]


@pytest.fixture
def fake(tmp_path, monkeypatch):
    """Put a package of this text before the installed one, for this process and its children."""

    def put(name, text):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        before = os.environ.get("PYTHONPATH")
        monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(tmp_path), before])))
        monkeypatch.syspath_prepend(tmp_path)

    return put


@pytest.fixture
def found(monkeypatch):
    """Let the doctor find only this."""

    def put(*findings):
        monkeypatch.setattr(module, "CHECKS", [lambda finding=f: finding for f in findings])

    return put


GOOD = Finding("MuJoCo", "ok", "4.0.0")
BAD = Finding("Numba", "problem", "crashes (SIGSEGV)", "pip install numba --force-reinstall")
OPTIONAL = Finding("OpenGL", "missing", "not found", "apt-get install it", needed=False)


def test_the_doctor_reports_on_this_machine_within_seconds():
    start = time.perf_counter()
    ended = subprocess.run(
        [sys.executable, "-m", "nge", "doctor", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert time.perf_counter() - start < module.PATIENCE
    report = json.loads(ended.stdout)
    assert ended.stderr == ""
    assert [finding["name"] for finding in report["findings"]] == NAMES
    by_name = {finding["name"]: finding for finding in report["findings"]}
    for name in ("nge", "Python", "CPU", "NumPy", "MuJoCo", "Numba", "Gymnasium"):
        assert by_name[name]["status"] == "ok", by_name[name]
    assert all(f["fix"] for f in report["findings"] if f["status"] != "ok")
    lacking = [f for f in report["findings"] if f["needed"] and f["status"] != "ok"]
    assert report["ok"] == (not lacking)
    assert ended.returncode == (1 if lacking else 0)


def test_a_machine_with_everything_needed_is_fine(found, capsys):
    found(GOOD, OPTIONAL)

    assert main(["doctor"]) == 0

    assert capsys.readouterr().out == (
        "ok       MuJoCo  4.0.0\n"
        "missing  OpenGL  not found\n"
        "                 -> apt-get install it\n"
        "\n"
        "nge can work here.\n"
    )


def test_something_needed_that_does_not_work_is_exit_code_1_and_comes_with_its_fix(found, capsys):
    found(GOOD, BAD)

    assert main(["doctor"]) == 1

    printed = capsys.readouterr().out
    assert "problem  Numba   crashes (SIGSEGV)\n" in printed
    assert "-> pip install numba --force-reinstall\n" in printed
    assert printed.endswith("nge cannot work without Numba\n")


def test_the_same_comes_as_json(found, capsys):
    found(GOOD, BAD)

    assert doctor(json=True) == 1

    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    assert [finding["status"] for finding in report["findings"]] == ["ok", "problem"]
    assert report["findings"][1]["fix"] == BAD.fix


def test_a_package_that_is_not_installed_is_missing_with_the_way_to_install_it():
    finding = Package("Absent", module="absent_package").check()

    assert finding == Finding("Absent", "missing", "not installed", "pip install absent-package")


@pytest.mark.parametrize(
    ("text", "status", "reason"),
    [
        ("__version__ = '7'", "ok", "7"),
        ("print('noise'); __version__ = '7'", "ok", "7"),
        ("raise ImportError('libfoo.so: not found')", "problem", "ImportError: libfoo.so: not fo"),
        ("import absent_package", "problem", "ModuleNotFoundError: No module named 'absent_pack"),
        ("import os; os.abort()", "problem", "crashes (SIGABRT)"),
        ("raise SystemExit(3)", "problem", "stops without a reason"),
        ("", "problem", "AttributeError: "),
    ],
)
def test_a_package_is_tried_where_it_can_do_no_harm(text, status, reason, fake, capfd):
    fake("odd_package", text)

    finding = Package("Odd", module="odd_package").check()

    assert finding.status == status
    assert finding.found.startswith(reason)
    assert finding.fix == ("" if status == "ok" else "pip install odd-package --force-reinstall")
    assert capfd.readouterr() == ("", "")


def test_a_package_that_hangs_is_given_up(fake, monkeypatch):
    fake("slow_package", "import time; time.sleep(60)")
    monkeypatch.setattr(module, "PATIENCE", 0.5)

    finding = Package("Slow", module="slow_package").check()

    assert (finding.status, finding.found) == ("problem", "does not start within 0.5 s")


def test_the_devices_of_jax_are_counted(fake):
    fake(
        "jax",
        "from types import SimpleNamespace as S\n__version__ = '1'\n"
        "def devices(): return [S(device_kind='H200')] * 2 + [S(device_kind='cpu')]",
    )

    [finding] = [f for f in examine() if f.name == "JAX"]

    assert (finding.status, finding.found) == ("ok", "1 on 2 x H200, 1 x cpu")


def test_without_jax_the_fix_is_to_install_it(monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda name: None)

    finding = Package("JAX").check()

    assert (finding.status, finding.fix, finding.needed) == ("missing", "pip install jax", True)


def test_numba_without_a_place_for_compiled_code_is_a_problem(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "COMPILED", tmp_path / "no_such_file.py")

    finding = Package("Numba", module.NUMBA).check()

    assert finding.status == "problem"
    assert finding.found.endswith(", finds no folder to keep compiled code in")
    assert finding.fix == "set NUMBA_CACHE_DIR to a folder that you may write to"


@pytest.mark.parametrize(
    ("backend", "setting", "status", "fix"),
    [
        ("egl", None, "ok", ""),
        (None, None, "missing", "apt-get install libegl1"),
        (None, "glfw", "missing", "unset MUJOCO_GL, which is 'glfw'"),
    ],
)
def test_opengl_is_only_needed_for_pictures(backend, setting, status, fix, monkeypatch):
    monkeypatch.setattr("nge.physics.gl.working_backend", lambda: backend)
    monkeypatch.delenv("MUJOCO_GL", raising=False)
    if setting:
        monkeypatch.setenv("MUJOCO_GL", setting)

    finding = module.opengl()

    assert (finding.status, finding.needed) == (status, False)
    assert finding.fix.startswith(fix)


def test_opengl_that_cannot_be_tried_is_a_problem_and_no_crash(monkeypatch):
    monkeypatch.setitem(sys.modules, "nge.physics.gl", None)

    finding = module.opengl()

    assert (finding.status, finding.needed) == ("problem", False)


def test_little_disk_space_is_a_problem(monkeypatch):
    monkeypatch.setattr(module, "LEAST_DISK", 2**70)

    finding = module.disk()

    assert (finding.status, finding.fix[:9]) == ("problem", "make room")
