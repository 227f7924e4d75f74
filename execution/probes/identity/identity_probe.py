"""Records which functions assertions and built-ins are made of before anything of the repository is loaded, loads the
modules of config.json one after the other, and writes which of them replaced one. A plugin of pytest, or a program."""

import builtins
import importlib
import json
import math
import operator
import os
import sys
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
with open(os.path.join(HERE, "config.json"), encoding="utf-8") as _file:
    CONFIG = json.load(_file)

_dumps = json.dumps
_write = os.write
_exit = os._exit
_result = os.open(os.path.join(ROOT, CONFIG["resultPath"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
# What is printed or read decides on no assertion, and programs replace it for their own output.
_ignored = ("print", "input", "open", "help", "breakpoint", "exit", "quit", "__import__")
_callables = (types.FunctionType, types.BuiltinFunctionType, type, classmethod, staticmethod, property)


def _optional(name):
    try:
        return importlib.import_module(name)
    except Exception:
        return None


def _roots():
    roots = [("builtins", builtins), ("operator", operator), ("math", math), ("unittest", unittest)]
    case = unittest.TestCase
    while case is not object:
        roots.append(("unittest." + case.__name__, case))
        case = case.__base__
    roots.append(("unittest.TestResult", unittest.TestResult))
    if "pytest" in CONFIG["runner"]:
        for name in ("pytest", "_pytest.python", "_pytest.runner", "_pytest.assertion", "_pytest.assertion.rewrite",
                     "_pytest.assertion.util", "_pytest.python_api", "_pytest.raises", "_pytest.outcomes"):
            module = _optional(name)
            if module is not None:
                roots.append((name, module))
        python = _optional("_pytest.python")
        if python is not None:
            roots.append(("_pytest.python.Function", python.Function))
        reports = _optional("_pytest.reports")
        if reports is not None:
            roots.append(("_pytest.reports.TestReport", reports.TestReport))
    return roots


def _snapshot():
    found = {}
    for label, owner in _roots():
        for name, value in list(vars(owner).items()):
            if isinstance(value, _callables) and not (owner is builtins and name in _ignored):
                # The code of a function can be replaced without the function.
                found[label + "." + name] = (owner, name, value, getattr(value, "__code__", None))
    return found


_before = _snapshot()


def _say(line):
    _write(_result, (_dumps(line) + "\n").encode())


def _compare(path):
    for label, (owner, name, value, code) in list(_before.items()):
        now = vars(owner).get(name)
        if now is not value or getattr(now, "__code__", None) is not code:
            del _before[label]
            _say({"path": path, "replaced": label})


def _name_of(path):
    """The name under which a file is imported: of its folders, those with an __init__.py are packages."""
    parts = path[: -len(".py")].split("/")
    first = len(parts) - 1
    while first > 0 and os.path.exists(os.path.join(ROOT, *parts[:first], "__init__.py")):
        first -= 1
    if parts[-1] == "__init__":
        parts = parts[:-1]
    return os.path.join(ROOT, *parts[:first]), ".".join(parts[first:])


def _load_all():
    _compare("")
    for path in CONFIG["modules"]:
        folder, name = _name_of(path)
        if folder not in sys.path:
            sys.path.append(folder)
        loaded = True
        try:
            importlib.import_module(name)
        except BaseException:
            loaded = False
        _compare(path)
        _say({"path": path, "loaded": loaded})
    _say({"end": True})
    _exit(0)


def pytest_sessionstart(session):
    _load_all()


if __name__ == "__main__":
    sys.path[0] = os.getcwd()
    _load_all()
