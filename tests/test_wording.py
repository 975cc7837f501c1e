from nge.wording import plural


def test_a_count_has_the_right_form_of_its_noun():
    nouns = ("generation", "topology", "species", "control step")

    assert [plural(1, noun) for noun in nouns] == [f"1 {noun}" for noun in nouns]
    assert [plural(2, noun) for noun in nouns] == [
        "2 generations",
        "2 topologies",
        "2 species",
        "2 control steps",
    ]
    assert plural(0, "body") == "0 bodies"
    assert plural(12_000, "step") == "12,000 steps"
