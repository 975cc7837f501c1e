"""Write src/schema.ts, the types of the pages' data, from src/nge/report/schema.py.

``python web/generate_types.py`` writes the file, with ``--check`` it only says whether the file is
up to date. The Python source is read, not imported, so any Python will do.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

WEB = Path(__file__).parent
SCHEMA, TARGET = WEB.parent / "src/nge/report/schema.py", WEB / "src/schema.ts"
HEAD = "// Made by web/generate_types.py from src/nge/report/schema.py: change that.\n"
PLAIN = {
    **{"int": "number", "float": "number", "str": "string", "bool": "boolean"},
    **{"object": "unknown", "None": "null"},
}


def typescript(source: str) -> str:
    """Return the types that a Python module defines, in TypeScript."""
    body = ast.parse(source).body
    found = [HEAD]
    for number, node in enumerate(body):
        if isinstance(node, ast.ClassDef):
            found.append(_interface(node))
        elif isinstance(node, ast.Assign):
            [name] = (target.id for target in node.targets if isinstance(target, ast.Name))
            if isinstance(node.value, ast.Constant):
                found.append(f"export const {name} = {ast.literal_eval(node.value)!r};\n")
            else:
                comment = _comment(body[number + 1 : number + 2])
                found.append(f"{comment}export type {name} = {_type(node.value)};\n")
    return "\n".join(found)


def _interface(node: ast.ClassDef) -> str:
    bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
    known = [base for base in bases if base != "TypedDict"]
    extends = f" extends {', '.join(known)}" if known else ""
    partial = any(word.arg == "total" for word in node.keywords)
    lines = [f"{_comment(node.body[:1])}export interface {node.name}{extends} {{\n"]
    for number, field in enumerate(node.body):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        comment = _comment(node.body[number + 1 : number + 2], "  ")
        name = f"{field.target.id}{'?' if partial else ''}"
        lines.append(f"{comment}  {name}: {_type(field.annotation)};\n")
    return "".join(lines) + "}\n"


def _type(node: ast.expr) -> str:
    """Return an annotation in TypeScript."""
    if isinstance(node, ast.BinOp):
        return f"{_type(node.left)} | {_type(node.right)}"
    if not isinstance(node, ast.Subscript):
        name = _name(node)
        return PLAIN.get(name, name)
    inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    match _name(node.value):
        case "list":
            item = _type(inner[0])
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "tuple" if ast.unparse(inner[-1]) == "...":
            return f"{_type(inner[0])}[]"
        case "tuple":
            return f"[{', '.join(map(_type, inner))}]"
        case "dict":
            return f"Record<{_type(inner[0])}, {_type(inner[1])}>"
        case "Literal":
            return " | ".join(f'"{ast.literal_eval(value)}"' for value in inner)
        case other:
            raise ValueError(f"line {node.lineno}: {other}[...] has no counterpart in TypeScript")


def _name(node: ast.expr) -> str:
    return "None" if isinstance(node, ast.Constant) else ast.unparse(node)


def _comment(nodes: list[ast.stmt], indent: str = "") -> str:
    """Return the docstring that begins some statements as a comment."""
    match nodes:
        case [ast.Expr(ast.Constant(str(text))), *_]:
            words = " ".join(text.split()).replace("``", "`").replace("None", "null")
            return f"{indent}/** {words} */\n"
        case _:
            return ""


if __name__ == "__main__":
    made = typescript(SCHEMA.read_text("utf-8"))
    if sys.argv[1:] != ["--check"]:
        TARGET.write_text(made, "utf-8")
    elif TARGET.read_text("utf-8") != made:
        sys.exit("web/src/schema.ts is not what schema.py says; rebuild the pages with: make web")
