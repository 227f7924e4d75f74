"""Writes which files of config.json read what a test runner leaves in the environment, the arguments, the modules or the
stack: by the absolute path of the file that reads. A plugin of pytest, or a program that runs unittest."""

import atexit
import collections.abc
import inspect
import json
import os
import re
import sys
import traceback
import types

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
with open(os.path.join(HERE, "config.json"), encoding="utf-8") as _file:
    CONFIG = json.load(_file)

_changed = {os.path.realpath(os.path.join(ROOT, path)): path for path in CONFIG["changed"]}
_result = os.open(os.path.join(ROOT, CONFIG["resultPath"]), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
_write = os.write
_dumps = json.dumps
_frame = sys._getframe
_modules = sys.modules
_seen = set()
# A read by one of these is one by the file that called it.
_helpers = {os.__file__, collections.abc.__file__, os.path.join(os.path.dirname(os.__file__), "_collections_abc.py")}
_names = {}


def _say(line):
    _write(_result, (_dumps(line) + "\n").encode())


def _reader(frame):
    """The changed file that reads, and its line; None where another file does."""
    while frame is not None:
        name = frame.f_code.co_filename
        if name != __file__ and name not in _helpers and not name.startswith("<frozen"):
            path = _names.get(name)
            if path is None:
                path = _names[name] = _changed.get(os.path.realpath(name), "")
            return (path, frame.f_lineno) if path else None
        frame = frame.f_back
    return None


def _record(kind, name, at):
    key = (kind, name, at[0])
    if key in _seen or len(_seen) >= 300:
        return
    _seen.add(key)
    _say({"kind": kind, "name": name, "path": at[0], "line": at[1]})


def _trap_environment():
    environ = type(os.environ)
    get, keys = environ.__getitem__, environ.__iter__
    # A copy reads every name, and so does the start of a process: only names that are looked through are told.
    listed = {}
    copied = set()

    told = re.compile(CONFIG["variables"], re.IGNORECASE)

    def read(self, name):
        at = _reader(_frame(1)) if listed or told.search(str(name)) else None
        if at is not None:
            if name in listed.get(at, ()):
                listed[at].discard(name)
                copied.add(at)
            else:
                _record("environment", str(name), at)
        return get(self, name)

    def names(self):
        found = list(keys(self))
        at = _reader(_frame(1))
        if at is not None:
            listed[at] = set(found)
        yield from found

    def tell_listed():
        for at in listed:
            if at not in copied:
                _record("environment", "*", at)

    environ.__getitem__ = read
    environ.__iter__ = names
    atexit.register(tell_listed)


class _Arguments(list):
    """The arguments of the program; those behind its name are its own."""

    def __getitem__(self, index):
        if index == 0 or (isinstance(index, slice) and (index.start or 0) == 0):
            self._read()
        return list.__getitem__(self, index)

    def __iter__(self):
        self._read()
        return list.__iter__(self)

    def __contains__(self, value):
        self._read()
        return list.__contains__(self, value)

    def _read(self):
        at = _reader(_frame(2))
        if at is not None:
            _record("argv", "0", at)


class _Modules(collections.abc.MutableMapping):
    """The loaded modules, as one file of the change sees them."""

    def __init__(self, at):
        self._at = at

    def __getitem__(self, name):
        _record("modules", str(name), self._at)
        return _modules[name]

    def __contains__(self, name):
        _record("modules", str(name), self._at)
        return name in _modules

    def __iter__(self):
        _record("modules", "*", self._at)
        return iter(list(_modules))

    def __setitem__(self, name, value):
        _modules[name] = value

    def __delitem__(self, name):
        del _modules[name]

    def __len__(self):
        return len(_modules)


class _Watched(types.ModuleType):
    """A module of the standard library of which reads of some attributes are told."""

    def __getattribute__(self, name):
        if name in _told:
            at = _reader(_frame(1))
            if at is not None:
                if name == "modules" and self is sys:
                    return _Modules(at)
                _record("stack", name, at)
        return types.ModuleType.__getattribute__(self, name)


_told = {"modules", "orig_argv", "_getframe", "_current_frames", "gettrace", "getprofile", "stack", "currentframe",
         "getouterframes", "extract_stack", "format_stack", "print_stack", "walk_stack"}


def _install():
    _trap_environment()
    sys.argv = _Arguments(sys.argv)
    for module in (sys, inspect, traceback):
        module.__class__ = _Watched
    _say({"begun": True})


_install()

if __name__ == "__main__":
    import runpy

    sys.path[0] = os.getcwd()
    runpy.run_module("unittest", run_name="__main__", alter_sys=True)
