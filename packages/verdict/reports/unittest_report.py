"""Runs unittest with the arguments behind the first one, as `python -m unittest` does, and leaves the tests in the file
that the first one names, in the JSON of jest. A run that does not come to its end leaves none."""


def run_with_report():
    import json
    import os
    import sys
    import unittest

    to = os.path.abspath(sys.argv[1])
    sys.argv[:2] = [os.path.basename(sys.executable) + " -m unittest"]
    root = os.getcwd()
    if sys.path[0] == "":
        sys.path[0] = root
    # Programs of the change run in this process: what writes the report is looked up before any of them.
    dumps, opened, absolute, exists, modules = json.dumps, open, os.path.abspath, os.path.exists, sys.modules
    subtest = getattr(unittest.case, "_SubTest", ())
    tests_most, failures_most, name_chars, message_chars = 50_001, 50, 500, 1_000
    tests = []
    active = {}
    failures = [0]

    def own_file(path):
        path = absolute(path) if isinstance(path, str) else ""
        return path if path.startswith(root + os.sep) else ""

    def file_of_module(name):
        module = modules.get(name)
        if module is not None:
            return own_file(getattr(module, "__file__", None))
        # A module that cannot be loaded.
        for folder in [one for one in sys.path if own_file(one + os.sep) or one == root]:
            for end in (".py", os.sep + "__init__.py"):
                path = os.path.join(folder, name.replace(".", os.sep) + end)
                if exists(path):
                    return own_file(path)
        return ""

    def place_of(test):
        """File, class and name of a test."""
        name = str(getattr(test, "_testMethodName", ""))
        if type(test).__name__ == "_FailedTest":
            path = file_of_module(name)
            return path, "", "(the file itself)" if path else name
        if name in ("", "runTest"):
            # A fixture of a class or a module, such as `setUpClass (tests.test_sum.SumTest)`.
            name = str(test.id())
            owner = name.partition(" (")[2].rstrip(")")
            return file_of_module(owner) or file_of_module(owner.rpartition(".")[0]), "", name
        path = file_of_module(type(test).__module__)
        owner = type(test).__qualname__
        return path, owner if path else type(test).__module__ + "." + owner, name

    def message_of(error):
        try:
            return "%s: %s" % (error[0].__name__, error[1])
        except Exception:
            return ""

    def keep(test, outcome, message):
        if len(tests) >= tests_most:
            return
        path, owner, name = place_of(test)
        line = {"title": name[:name_chars], "ancestorTitles": [owner[:name_chars]] if owner else [], "status": outcome}
        if outcome == "failed" and failures[0] < failures_most:
            failures[0] += 1
            line["failureMessages"] = [message[:message_chars]]
        tests.append({"name": path, "assertionResults": [line]})

    def note(test, outcome, error=None):
        if isinstance(test, subtest):
            test = test.test_case
        message = message_of(error) if error else ""
        if id(test) not in active:
            keep(test, outcome, message)
        elif active[id(test)][0] != "failed":
            active[id(test)] = (outcome, message)

    class Result(unittest.TextTestResult):
        def startTest(self, test):
            # One that says nothing of its end proves nothing.
            active[id(test)] = ("skipped", "")
            super().startTest(test)

        def stopTest(self, test):
            if id(test) in active:
                keep(test, *active.pop(id(test)))
            super().stopTest(test)

        def addSuccess(self, test):
            note(test, "passed")
            super().addSuccess(test)

        def addError(self, test, err):
            note(test, "failed", err)
            super().addError(test, err)

        def addFailure(self, test, err):
            note(test, "failed", err)
            super().addFailure(test, err)

        def addSkip(self, test, reason):
            note(test, "skipped")
            super().addSkip(test, reason)

        def addExpectedFailure(self, test, err):
            note(test, "todo")
            super().addExpectedFailure(test, err)

        def addUnexpectedSuccess(self, test):
            note(test, "failed", (AssertionError, "It passes, and was expected to fail."))
            super().addUnexpectedSuccess(test)

        def addSubTest(self, test, subtest, err):
            if err is not None:
                note(test, "failed", err)
            super().addSubTest(test, subtest, err)

    class Runner(unittest.TextTestRunner):
        resultclass = Result

        def run(self, test):
            result = super().run(test)
            text = dumps({"testResults": tests})
            with opened(to, "w", encoding="ascii") as report:
                report.write(text)
            return result

    unittest.main(module=None, testRunner=Runner)


run_with_report()
