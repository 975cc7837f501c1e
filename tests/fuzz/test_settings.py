"""Settings files that make no sense: each is refused in one line, or is a plan.

``NGE_FUZZ=250 pytest tests/fuzz/test_settings.py`` tries 250 times as many.
"""

from collections.abc import Iterator

import numpy as np
import pytest

from nge.cli.error_messages import WRONG, error_message
from nge.cli.main import main
from nge.runs.config import EvolutionConfig, Variants
from tests.fuzz.helpers import COUNT

NAMES = {
    group: [*getattr(field.annotation, "model_fields", {"nge": None})]
    for model in (EvolutionConfig, Variants)
    for group, field in model.model_fields.items()
}
ODD_NAMES = ["", "x", "size ", "a\tb", "ü", "__class__", "model_config", "sizes" * 50]
VALUES = [
    *("0", "1", "2", "3", "8", "-1", "+7", "0.5", "-0.0", "1e-300", "1e308", "1e400"),
    *("inf", "-inf", "nan", "true", "false", "2**3", "0xffffffffffffffffffff", "1_000"),
    *("9" * 19, "9" * 40, "-" + "9" * 4000, "9" * 5000, "1979-05-27", "07:32:00"),
    *('""', '"nge"', '"none"', '"line"', "'all'", r'"\u0000"', '"' + "long " * 500 + '"'),
    *("[]", "[[]]", "[1, 2]", '["wandb"]', '["wandb", 1]', "{}", "{a = 1}", "{a = {b = [1]}}"),
    *("[" * 20 + "]" * 20, "[" * 900 + "]" * 900, "{a=" * 900 + "1" + "}" * 900),
]


def cases(seed: int, count: int) -> Iterator[str]:
    """Yield texts of settings files: odd values, odd places, and damaged presets."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        yield (_settings, _groups, _damaged)[number % 3](rng)


def _pick(rng: np.random.Generator, some: list[str]) -> str:
    return some[int(rng.integers(len(some)))]


def _settings(rng: np.random.Generator) -> str:
    """Tables with single settings of odd values."""
    lines = []
    for _ in range(int(rng.integers(1, 3))):
        group = _pick(rng, [*NAMES])
        name = _pick(rng, NAMES[group] if rng.random() < 0.9 else ODD_NAMES)
        lines.append(f"{_key(group)}.{_key(name)} = {_pick(rng, VALUES)}")
    return "\n".join(lines)


def _groups(rng: np.random.Generator) -> str:
    """Values where tables belong, tables that nobody knows, and deep ones."""
    name = _pick(rng, [*NAMES] if rng.random() < 0.8 else ODD_NAMES)
    depth = int(rng.choice([1, 1, 1, 3, 100, 300]))
    if rng.random() < 0.5:
        return f"{'.'.join([_key(name)] * depth)} = {_pick(rng, VALUES)}"
    opening, closing = ("[", "]") if rng.random() < 0.8 else ("[[", "]]")
    return f"{opening}{'.'.join([_key(name)] * depth)}{closing}\nsize = {_pick(rng, VALUES)}"


def _damaged(rng: np.random.Generator) -> str:
    """A sound file with a few letters changed."""
    text = [
        *'[population]\nsize = 12\nupdates = 10\n[ppo]\nnum_steps = 250\n[policies]\nnge = "mlp"\n'
    ]
    for _ in range(int(rng.integers(1, 6))):
        text[int(rng.integers(len(text)))] = chr(int(rng.choice([*range(1, 128), 0xFFFD, 0x1F600])))
    return "".join(text)


def _key(name: str) -> str:
    return name if name.isidentifier() and name.isascii() else f'"{name}"'.replace("\t", "\\t")


def test_a_settings_file_is_a_plan_or_refused_in_one_line(tmp_path):
    file, plans = tmp_path / "settings.toml", 0

    for number, text in enumerate(cases(0, COUNT)):
        file.write_text(text, encoding="utf-8")
        try:
            found = EvolutionConfig.of({"task": "fish", "preset": "quick", "config": file})
            assert found.plan.steps_of(0) > 0
            plans += 1
        except Exception as error:
            code, line = error_message(error)
            assert code == WRONG, (number, text[:200], line)
            assert "\n" not in line, (number, text[:200], line)

    assert 0 < plans < COUNT / 2


@pytest.mark.parametrize("command", ["evolve", "finetune"])
def test_the_commands_refuse_it_so_too(command, tmp_path, capsys):
    file = tmp_path / "settings.toml"

    for text in cases(1, 9):
        file.write_text(text, encoding="utf-8")
        code = main([command, "fish", "--config", str(file), "--dry-run"])
        said = capsys.readouterr()
        assert code in (0, 2), (text[:200], said.err)
        assert said.err.count("\n") == (code == 2), (text[:200], said.err)
