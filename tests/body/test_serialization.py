import copy
import json
import math
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nge.body.kinds import kinds
from nge.body.library import LIBRARY, fish, walker
from nge.body.mutate import mutate
from nge.body.serialization import from_json, to_json
from nge.errors import BodyError
from tests.body.helpers import bodies, space_of

ALL_KINDS = "known: " + ", ".join(sorted(kinds()))
EXAMPLES = settings(max_examples=150, deadline=None, derandomize=True, database=None)


def bits(body) -> list:
    """Return everything a body holds, its numbers as their exact bits."""
    return [
        body.kind,
        body.parents,
        body.next_id,
        [
            (part.id, part.origin, part.pair, [value.hex() for value in part.attributes])
            for part in body.parts
        ],
    ]


def refusal(text: str) -> str:
    """Return the one line with which ``text`` is refused."""
    with pytest.raises(BodyError) as refused:
        from_json(text)
    message = str(refused.value)
    assert message.splitlines() == [message]
    return message


def accepts(text: str) -> bool:
    """Tell whether ``text`` is a body; it is refused in one line if it is not."""
    try:
        from_json(text)
    except BodyError:
        refusal(text)
        return False
    return True


def edited(change) -> str:
    """Return the text of the hand-designed fish after ``change(whole)``."""
    whole = json.loads(to_json(fish()))
    change(whole)
    return json.dumps(whole)


def put(value, *path):
    """Return a change that puts a value at a place of the file."""

    def change(whole):
        for step in path[:-1]:
            whole = whole[step]
        whole[path[-1]] = value

    return change


def drop(*path):
    """Return a change that takes the value at a place out of the file."""

    def change(whole):
        for step in path[:-1]:
            whole = whole[step]
        del whole[path[-1]]

    return change


def places(value, path=()):
    """Yield the path to every value in a JSON document."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for step, inner in items:
        if isinstance(inner, dict | list):
            yield from places(inner, (*path, step))
        else:
            yield (*path, step)


# --- there and back ---------------------------------------------------------------------


@EXAMPLES
@given(bodies())
def test_a_body_comes_back_from_text_bit_for_bit(body):
    assert bits(from_json(to_json(body))) == bits(body)


@EXAMPLES
@given(bodies())
def test_text_comes_back_from_a_body_character_for_character(body):
    text = to_json(body)

    assert to_json(from_json(text)) == text


@pytest.mark.parametrize("name", LIBRARY)
def test_a_hand_designed_body_comes_back_from_text(name):
    body = LIBRARY[name]()

    assert bits(from_json(to_json(body))) == bits(body)


def test_a_body_that_came_back_goes_on_as_the_original_would():
    space = space_of("fins", symmetry="forced")
    body = fish().without(2)

    child, other = (
        mutate(parent, space, np.random.default_rng(3)).child
        for parent in (body, from_json(to_json(body)))
    )

    assert bits(child) == bits(other)


@pytest.mark.parametrize("u", [5e-324, 0.1 + 0.2, -0.0, math.nextafter(2 * math.pi, 0)])
def test_any_allowed_number_keeps_its_bits(u):
    body = fish().with_attributes({1: (u, 0.0, 0.0, 0.01, 0.01, 0.01)})

    assert bits(from_json(to_json(body))) == bits(body)


def test_the_text_can_be_read_and_edited_by_a_person():
    whole = json.loads(to_json(fish()))

    assert whole["format"] == "nge-body"
    assert whole["version"] == 1
    assert whole["kind"] == "fins"
    assert whole["parts"][0]["parent"] is None
    assert whole["parts"][2]["parent"] == 1
    assert set(whole["parts"][0]["attributes"]) == {"a", "b", "c", "core"}
    assert whole["parts"][3]["attributes"]["b"] == 0.02
    assert whole["parts"][3]["pair"] == whole["parts"][4]["pair"]


def test_parents_are_named_by_id_not_by_row():
    body = walker().without(1).attach(1, walker().parts[1].attributes)

    entries = json.loads(to_json(body))["parts"]

    assert [(entry["id"], entry["parent"]) for entry in entries] == [
        (0, None),
        (4, 0),
        (5, 4),
        (6, 5),
        (7, 4),
    ]


def test_a_whole_number_may_stand_for_an_attribute():
    text = edited(put(1, "parts", 1, "attributes", "u"))

    value = from_json(text).parts[1].attributes[0]

    assert isinstance(value, float)
    assert value == 1.0


def test_a_file_without_next_id_gives_ids_after_the_highest():
    assert from_json(edited(drop("next_id"))).next_id == 5


def test_the_order_of_attributes_in_the_file_does_not_matter():
    def reverse(whole):
        for entry in whole["parts"]:
            entry["attributes"] = dict(reversed(entry["attributes"].items()))

    assert bits(from_json(edited(reverse))) == bits(fish())


# --- what is refused --------------------------------------------------------------------

FIN = "['u', 'v', 'roll', 'a', 'b', 'c']"

REFUSALS = {
    "a cycle": (
        put(2, "parts", 1, "parent"),
        "part 1 hangs from part 2, which is not listed before it "
        "(a cycle, or parts out of order); list parents first",
    ),
    "a part that is its own parent": (
        put(3, "parts", 3, "parent"),
        "part 3 hangs from part 3, which is not listed before it "
        "(a cycle, or parts out of order); list parents first",
    ),
    "parts out of order": (
        lambda whole: whole["parts"].insert(1, whole["parts"].pop(2)),
        "part 2 hangs from part 1, which is not listed before it "
        "(a cycle, or parts out of order); list parents first",
    ),
    "a parent that does not exist": (
        put(40, "parts", 2, "parent"),
        "part 2 hangs from part 40, which does not exist; parts so far: [0, 1]",
    ),
    "no parent": (
        drop("parts", 2, "parent"),
        "part 2 has no 'parent'; give a part id, or null for the torso",
    ),
    "a second torso": (
        put(None, "parts", 2, "parent"),
        "parent of part 2 must be int, not NoneType",
    ),
    "a torso that hangs": (
        put(1, "parts", 0, "parent"),
        "part 0 is the torso and hangs from nothing; its parent is 1",
    ),
    "an attribute too large": (
        put(0.05, "parts", 1, "attributes", "a"),
        "part 1: a is 0.05 m; allowed 0.0005..0.035 m",
    ),
    "an attribute too small": (
        put(-1, "parts", 3, "attributes", "v"),
        "part 3: v is -1 rad; allowed 0..3.14159 rad",
    ),
    "a torso attribute too large": (
        put(1.5, "parts", 0, "attributes", "b"),
        "part 0: b is 1.5 m; allowed 0.04..0.16 m",
    ),
    "an unknown attribute": (
        put(0.1, "parts", 1, "attributes", "width"),
        f"part 1 has attributes ['a', 'b', 'c', 'roll', 'u', 'v', 'width']; fins need {FIN}",
    ),
    "a missing attribute": (
        drop("parts", 1, "attributes", "roll"),
        f"part 1 has attributes ['a', 'b', 'c', 'u', 'v']; fins need {FIN}",
    ),
    "attributes of a limb on the torso": (
        lambda whole: put(whole["parts"][1]["attributes"], "parts", 0, "attributes")(whole),
        "part 0 has attributes ['a', 'b', 'c', 'roll', 'u', 'v']; "
        "fins need ['a', 'b', 'c', 'core']",
    ),
    "no attributes": (drop("parts", 1, "attributes"), "part 1 has no 'attributes'"),
    "no id": (drop("parts", 1, "id"), "part 1 has no 'id'"),
    "a later version": (
        put(2, "version"),
        "body format version 2 is unknown; this nge reads version 1",
    ),
    "no version": (drop("version"), "the body has no 'version'"),
    "another format": (
        put("nge-run", "format"),
        "not a body file: its format is 'nge-run', not 'nge-body'",
    ),
    "no format": (drop("format"), "not a body file: its format is None, not 'nge-body'"),
    "an id used twice": (put(3, "parts", 4, "id"), "part id 3 is used twice; ids must differ"),
    "no parts": (put([], "parts"), "a body needs at least one part, its torso; none was given"),
    "half a pair": (
        drop("parts", 4, "pair"),
        "mirror pair 3 has 1 part; a pair is exactly two",
    ),
    "a negative id": (
        put(-1, "parts", 2, "id"),
        "part 2 has id -1; allowed 0..9007199254740990",
    ),
    "an id of 70 bits": (
        put(2**70, "parts", 2, "id"),
        "part 2 has id 1180591620717411303424; allowed 0..9007199254740990",
    ),
    "a next id of 70 bits": (
        put(2**70, "next_id"),
        "next_id is 1180591620717411303424; at most 9007199254740991 is allowed",
    ),
    "a negative next id": (
        put(-2, "next_id"),
        "next_id is -2; it must be 0 or more, or left out",
    ),
    "an origin that is not there yet": (
        put(4, "parts", 3, "origin"),
        "part 3 has origin 4; it must be the id of a limb, below its own",
    ),
    "a part copied from itself": (
        put(3, "parts", 3, "origin"),
        "part 3 has origin 3; it must be the id of a limb, below its own",
    ),
    "a negative origin": (
        put(-5, "parts", 3, "origin"),
        "part 3 has origin -5; it must be the id of a limb, below its own",
    ),
    "a limb copied from the torso": (
        put(0, "parts", 3, "origin"),
        "part 3 has origin 0; it must be the id of a limb, below its own",
    ),
    "a torso that was copied": (
        put(1, "parts", 0, "origin"),
        "the torso has origin 1; only limbs are copied: leave it out",
    ),
    "a thousand parts": (
        lambda whole: whole["parts"].extend(
            {**whole["parts"][1], "id": id_} for id_ in range(5, 1000)
        ),
        "the body has 1000 parts; at most 100 are allowed",
    ),
    "a kind with a slip": (
        put("fin", "kind"),
        "unknown kind of body 'fin'; did you mean 'fins'? " + ALL_KINDS,
    ),
    "a kind far from all": (
        put("wheel", "kind"),
        "unknown kind of body 'wheel'; " + ALL_KINDS,
    ),
    "a kind on two lines": (
        put("fi\nns", "kind"),
        "unknown kind of body 'fi\\nns'; did you mean 'fins'? " + ALL_KINDS,
    ),
}


@pytest.mark.parametrize(("change", "message"), REFUSALS.values(), ids=REFUSALS)
def test_a_file_is_refused_with_what_was_given_and_what_is_allowed(change, message):
    assert refusal(edited(change)) == message


def test_a_field_given_twice_is_refused():
    text = to_json(fish()).replace('"kind": "fins"', '"kind": "fins", "kind": "limbs"')

    assert refusal(text) == "not a body file: 'kind' is given twice in one place; give it once"


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity"])
def test_a_constant_that_json_does_not_know_is_refused(constant):
    text = to_json(fish()).replace("0.035", constant)

    assert refusal(text) == f"not a body file: it holds {constant}; every number must be finite"


@pytest.mark.parametrize("number", ["1e999", "-1e999"])
def test_a_number_beyond_the_largest_is_refused(number):
    text = to_json(fish()).replace("0.035", number)

    assert refusal(text).startswith("part 2 has an attribute that is not a finite number")


def test_a_whole_number_beyond_the_largest_is_refused():
    text = to_json(fish()).replace("0.035", "1" + 400 * "0")

    assert "part 2" in refusal(text)


def test_a_whole_number_of_thousands_of_digits_is_refused():
    refusal(to_json(fish()).replace('"next_id": 5', '"next_id": ' + 5000 * "1"))


@pytest.mark.parametrize(
    ("value", "name"),
    [("0.01", "str"), (True, "bool"), ([0.01], "list"), (None, "NoneType"), ({}, "dict")],
)
def test_an_attribute_that_is_no_number_is_refused(value, name):
    text = edited(put(value, "parts", 1, "attributes", "a"))

    assert refusal(text) == f"a of part 1 must be int or float, not {name}"


@pytest.mark.parametrize("field", ["id", "parent", "origin", "pair"])
@pytest.mark.parametrize("value", ["1", 1.0, True, [1], {}], ids=repr)
def test_a_reference_to_a_part_that_is_no_whole_number_is_refused(field, value):
    text = edited(put(value, "parts", 2, field))

    assert refusal(text).endswith(f"must be int, not {type(value).__name__}")


@pytest.mark.parametrize("value", [None, 3, "part", [], True], ids=repr)
def test_a_part_that_is_no_object_is_refused(value):
    text = edited(put(value, "parts", 1))

    assert refusal(text) == f"part 1 must be dict, not {type(value).__name__}"


def test_a_body_cut_off_anywhere_is_refused():
    text = to_json(fish())

    assert not any(accepts(text[:length]) for length in range(len(text)))


@pytest.mark.parametrize(
    "text",
    ["", " ", "fish", "{", "[" * 50_000, '{"a":' * 50_000, "\ufeff{}", "\x00", "<mujoco/>"],
    ids=["empty", "blank", "word", "open", "deep lists", "deep objects", "mark", "null", "xml"],
)
def test_what_is_not_json_is_refused(text):
    message = refusal(text)

    assert message.startswith("not a body file: ")
    assert message.endswith("expected JSON written by nge")


@pytest.mark.parametrize("text", ["3", '"fish"', "null", "true", "[]", "[{}]"])
def test_json_that_is_no_object_is_refused(text):
    assert refusal(text).startswith("a body file must be dict, not ")


def test_deeply_nested_json_inside_a_body_is_refused():
    deep = 50_000 * "[" + 50_000 * "]"
    text = to_json(fish()).replace('"next_id": 5', f'"next_id": {deep}')

    assert refusal(text).startswith("not a body file: ")


def test_a_refusal_is_one_line_whatever_the_torso_hangs_from():
    assert "its parent is " in refusal(edited(put("two\nlines", "parts", 0, "parent")))


def test_a_value_just_out_of_bounds_does_not_look_allowed():
    message = refusal(edited(put(0.03500001, "parts", 1, "attributes", "a")))

    assert "0.03500001" in message


@pytest.mark.parametrize("path", [("orign",), ("parts", 1, "pairs")])
def test_an_unknown_field_is_refused(path):
    assert path[-1] in refusal(edited(put(3, *path)))


# --- any damage at all ------------------------------------------------------------------

ODD_VALUES = [
    None, True, False, 0, 1, -1, 3, 2**31, -(2**63), 10**30, 0.0, -0.0, 0.5, 1.5, 1e308, 5e-324,
    "", "fins", "limbs", "0", "\x00", "\ud800", "🐟", "\u2028", [], [0], [[]], {}, {"id": 0},
    {"a": 1}, [None, None],
]  # fmt: skip


@pytest.mark.parametrize("body", [fish(), walker().graft(1, 4)], ids=["fins", "limbs"])
def test_any_value_anywhere_in_a_file_is_read_or_refused_in_one_line(body):
    whole = json.loads(to_json(body))
    spots = [path for path in places(whole) if path != ("parts", 0, "parent")]

    outcomes = []
    for path in spots:
        for value in ODD_VALUES:
            other = copy.deepcopy(whole)
            put(value, *path)(other)
            outcomes.append(accepts(json.dumps(other)))
        other = copy.deepcopy(whole)
        drop(*path)(other)
        outcomes.append(accepts(json.dumps(other)))

    assert 0.02 < np.mean(outcomes) < 0.5  # some values are allowed in some places


def test_flipped_bytes_are_read_or_refused_in_one_line():
    chance, clean = random.Random(0), to_json(fish().graft(1, 0)).encode()

    outcomes = []
    for _ in range(4000):
        damaged = bytearray(clean)
        for _ in range(chance.choice([1, 1, 2, 8])):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        outcomes.append(accepts(damaged.decode(errors="replace")))

    assert 0.02 < np.mean(outcomes) < 0.9


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "parent", "attributes", "origin", "pair", "u", "a"]), inner
        )
    ),
    max_leaves=12,
)


@EXAMPLES
@given(st.lists(JSON_VALUES, max_size=4), st.sampled_from(["fins", "limbs"]))
def test_random_json_in_the_place_of_parts_is_refused_in_one_line(parts, kind):
    whole = {"format": "nge-body", "version": 1, "kind": kind, "parts": parts}

    assert not accepts(json.dumps(whole))
