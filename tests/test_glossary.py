"""The glossary names files and classes that exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "nge"
NAMED = set(re.findall(r"`([^`]+)`", (ROOT / "docs/glossary.md").read_text(encoding="utf-8")))
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))


def test_every_file_in_the_glossary_exists():
    files = {name for name in NAMED if name.endswith(".py")}

    assert len(files) > 20
    assert [file for file in files if not (PACKAGE / file).is_file()] == []


def test_every_class_and_attribute_in_the_glossary_exists():
    names = {name for name in NAMED if re.fullmatch(r"[A-Z]\w+[a-z](\.\w+)?", name)}
    missing = [
        name
        for name in names
        if not re.search(rf"^class {name.split('.')[0]}\b", SOURCE, re.M)
        or not re.search(rf"(def |    ){name.split('.')[-1]}\b|class {name}\b", SOURCE)
    ]

    assert len(names) > 20
    assert missing == []
