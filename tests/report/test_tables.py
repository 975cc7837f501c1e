import csv

from nge.report.tables import comma_separated, latex, markdown

LINES = [("fish", "best so far"), ("nge_a", "1.5 ± 2"), ("a|b", "5 %")]


def test_markdown():
    assert markdown(LINES) == (
        "| fish | best so far |\n| --- | ---: |\n| nge_a | 1.5 ± 2 |\n| a\\|b | 5 % |\n"
    )


def test_latex_escapes_what_it_would_read_as_commands():
    found = latex(LINES)

    assert found.startswith("\\begin{tabular}{lr}\n\\toprule\nfish & best so far \\\\\n\\midrule\n")
    assert r"nge\_a & 1.5 $\pm$ 2 \\" in found
    assert r"a|b & 5 \% \\" in found


def test_csv_comes_back_as_it_was():
    lines = [*LINES, ('with "quotes", and a comma', "1")]

    assert [tuple(line) for line in csv.reader(comma_separated(lines).splitlines())] == lines
