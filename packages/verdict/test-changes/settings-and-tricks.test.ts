import { expect, test } from 'vitest'
import { type Texts, found, shown, both, pack } from '../../../testing/repositories/changes.ts'

const cheats: readonly (readonly [string, Texts, RegExp])[] = [
  [
    'only the expected value changes',
    { 'sum.test.js': [both, both.replace('sum(1, 2), 3', 'sum(1, 2), 4')] },
    /^ask expectation_changed sum.test.js:4/,
  ],
  ['only the snapshot changes', { '__snapshots__/a.snap': ['a', 'b'] }, /^ask expectation_changed/],
  [
    'the test script does nothing',
    { 'package.json': [pack({ test: 'node --test' }), pack({ test: 'exit 0' })] },
    /^ask (?:test_command_changed|failure_ignored) package.json:4/,
  ],
  [
    'the test script is gone',
    { 'package.json': [pack({ test: 'node --test' }), pack({})] },
    /^ask test_command_changed/,
  ],
  [
    'the test script runs less',
    { 'package.json': [pack({ test: 'node --test' }), pack({ test: 'node --test a.test.js' })] },
    /^ask test_command_changed/,
  ],
  [
    'the test script cannot fail',
    { 'package.json': [pack({ test: 'node --test' }), pack({ test: 'node --test || true' })] },
    /^ask failure_ignored/,
  ],
  [
    'no tests are enough',
    { 'package.json': [pack({ test: 'vitest run' }), pack({ test: 'vitest run --passWithNoTests' })] },
    /^ask failure_ignored/,
  ],
  [
    'the test script runs more',
    { 'package.json': [pack({ test: 'node --test' }), pack({ test: 'node --test && eslint .' })] },
    /^ask test_command_changed/,
  ],
  [
    'a Makefile runs less',
    { Makefile: ['test:\n\tpytest\n', 'test:\n\tpytest tests/one.py\n'] },
    /^ask test_command_changed/,
  ],
  ['coverage may be lower', { '.nycrc': ['{ "lines": 90 }', '{ "lines": 40 }'] }, /^ask threshold_lowered .nycrc:1/],
  [
    'coverage is not demanded',
    { '.coveragerc': ['[report]\nfail_under = 90\n', '[report]\n'] },
    /^ask threshold_lowered/,
  ],
  [
    'a type checker is not strict',
    { 'tsconfig.json': ['{ "strict": true }', '{ "strict": false }'] },
    /^ask checker_loosened/,
  ],
  ['strictness is gone', { 'tsconfig.json': ['{ "strict": true }', '{ }'] }, /^ask checker_loosened/],
  [
    'a rule is off',
    { '.eslintrc.json': ['{ "rules": {\n} }', '{ "rules": {\n"eqeqeq": "off"\n} }'] },
    /^ask checker_loosened .eslintrc.json:2/,
  ],
  [
    'CI goes on after errors',
    { '.github/workflows/ci.yml': ['steps:\n', 'steps:\n  - continue-on-error: true\n'] },
    /^ask failure_ignored .github\/workflows\/ci.yml:2/,
  ],
  [
    'a runner leaves tests out',
    { 'vitest.config.ts': ['export default {}\n', 'export default { test: { exclude: ["sum.test.ts"] } }\n'] },
    /^ask runner_setting_changed/,
  ],
  [
    'pytest leaves tests out',
    { 'pytest.ini': ['[pytest]\n', '[pytest]\naddopts = --deselect tests/a.py\n'] },
    /^ask runner_setting_changed/,
  ],
  [
    'conftest rewrites results',
    { 'conftest.py': ['', 'def pytest_runtest_makereport(item, call):\n    rep.outcome = "passed"\n'] },
    /^ask outcome_rewritten conftest.py:1/,
  ],
  [
    'conftest is new and drops tests',
    { 'conftest.py': [undefined, 'def pytest_collection_modifyitems(items):\n    items.clear()\n'] },
    /^ask outcome_rewritten/,
  ],
  ['expect is replaced', { 'jest.setup.js': ['', 'global.expect = () => anything\n'] }, /^refuse outcome_rewritten/],
  ['Python loads a file first', { 'sitecustomize.py': [undefined, 'x = 1\n'] }, /^refuse outcome_rewritten/],
  ['code asks for vitest', { 'sum.js': ['', 'if (process.env.VITEST) return 3\n'] }, /^refuse test_detected sum.js:1/],
  [
    'code asks for vitest by name',
    { 'sum.js': ['', "if (process.env['VITEST']) return 3\n"] },
    /^refuse test_detected/,
  ],
  [
    'code asks for the name of a test’s program',
    { 'sum.go': ['', 'if strings.HasSuffix(os.Args[0], ".test") { return 3 }\n'] },
    /^refuse test_detected/,
  ],
  [
    'code replaces what tests assert by',
    { 'sum.js': ['', "import assert from 'node:assert'\nassert.deepEqual = () => undefined\n"] },
    /^refuse outcome_rewritten sum.js:2/,
  ],
  ['code asks for pytest', { 'sum.py': ['', 'if "pytest" in sys.modules:\n    pass\n'] }, /^refuse test_detected/],
  [
    'code asks for the current test',
    { 'sum.py': ['', 'if os.environ.get("PYTEST_CURRENT_TEST"):\n    pass\n'] },
    /^refuse test_detected/,
  ],
  [
    'code asks for the environment of tests',
    { 'sum.js': ['', "if (process.env.NODE_ENV === 'test') return 3\n"] },
    /^ask test_detected/,
  ],
  [
    'a value equals everything',
    { 'sum.py': ['', 'class A(int):\n    def __eq__(self, other):\n        return True\n'] },
    /^refuse equal_to_everything/,
  ],
  ['checkers are silenced', { 'sum.ts': ['', '// @ts-ignore\na()\n'.repeat(6)] }, /^ask checks_suppressed sum.ts:1/],
  ['a test mocks its subject', { 'sum.test.ts': [both, `vi.mock('./sum.ts')\n${both}`] }, /^ask subject_mocked/],
  ['a test is binary now', { 'sum.test.js': [both, undefined] }, /^ask/],
]

test.each(cheats)('%s', (_name, texts, expected) => {
  expect(shown(found(texts))[0]).toMatch(expected)
})
