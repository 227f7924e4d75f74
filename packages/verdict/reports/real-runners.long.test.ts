import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCoverage } from '../coverage/read-coverage.ts'
import { askForReport } from './runner.ts'
import { askScriptForReport } from './script.ts'
import { readReport } from './read-report.ts'
import { ReportError } from './report.ts'

const modules = join(import.meta.dirname, '../../node_modules')

/** Runs a command over files as a check does, with its report; the tests are read from the report. */
const run = (
  command: string,
  files: Readonly<Record<string, string>>,
  scripts: Readonly<Record<string, string>> = {},
) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'runner-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(modules, join(folder, 'node_modules'))
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content)
  const path = join(folder, 'report')
  const asked = askScriptForReport(command, scripts, path)!
  const { NODE_TEST_CONTEXT: _none, VITEST: _neither, ...environment } = process.env
  const env = { ...environment, PATH: `${modules}/.bin:${environment.PATH}`, CI: 'true', NO_COLOR: '1' }
  const { status } = spawnSync('sh', ['-c', asked.command], { cwd: folder, env })
  const read = () => readReport(asked.format, readFileSync(path, 'utf8'), folder).tests
  const ran = () => {
    const { path: left, format } = asked.coverage!
    const { files } = readCoverage(format, readFileSync(left, 'utf8'), folder)
    return Object.fromEntries([...files].map(([file, lines]) => [file, [...lines].filter(([, isRun]) => isRun).length]))
  }
  return {
    status,
    /** How many lines of each file were run, where the command measures them. */
    ran,
    tests: () =>
      read()
        .map(({ file, name, outcome }) => `${file}: ${name} ${outcome}`)
        .sort(),
  }
}

const nodeTest = (body: string) => `const { test } = require('node:test')\n${body}\n`
const vitestTest = (body: string) => `import { expect, test } from 'vitest'\n${body}\n`

test('a real run of node --test reports its tests and the lines that they ran, and a run that ends the process has no tests', () => {
  const product = 'exports.sum = (a, b) => {\n  if (a < 0) {\n    return 0\n  }\n  return a + b\n}\n'
  const good = nodeTest("test('one', () => { require('./a.cjs').sum(1, 2) }); test('two', { skip: true }, () => {})")
  const measured = run('node --test --experimental-test-coverage', { 'a.test.cjs': good, 'a.cjs': product })
  expect(measured.tests()).toEqual(['a.test.cjs: one passed', 'a.test.cjs: two skipped'])
  expect(measured.ran()).toEqual({ 'a.cjs': 4 })
  const ended = run('node --test', { 'a.test.cjs': nodeTest("process.exit(0); test('one', () => {})") })
  expect([ended.status, ended.tests()]).toEqual([0, []])
})

test('a real run of vitest reports its tests, and a run that ends the process fails', () => {
  const good = vitestTest("test('one', () => { expect(1).toBe(1) }); test.fails('two', () => { expect(1).toBe(2) })")
  const { status, tests } = run('vitest run', { 'a.test.mjs': good })
  expect([status, tests()]).toEqual([0, ['a.test.mjs: one passed', 'a.test.mjs: two passed']])
  const ended = run('vitest run', { 'a.test.mjs': vitestTest("process.exit(0); test('one', () => {})") })
  expect([ended.status === 0, ended.tests()]).toEqual([false, ['a.test.mjs: (the file itself) failed']])
})

test('a real run of npm’s scripts reports its tests, through a script that calls another', () => {
  const scripts = { pretest: 'true', test: 'npm run -s unit', unit: 'vitest run' }
  const files = {
    'package.json': JSON.stringify({ scripts }),
    'a.test.mjs': vitestTest("test('one', () => { expect(1).toBe(1) })"),
  }
  expect(run('npm test', files, scripts).tests()).toEqual(['a.test.mjs: one passed'])
  const body = nodeTest("test('one', () => {})")
  const plain = { test: 'node --test' }
  expect(
    run('npm test', { 'package.json': JSON.stringify({ scripts: plain }), 'a.test.cjs': body }, plain).tests(),
  ).toEqual(['a.test.cjs: one passed'])
})

const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0

test.skipIf(!hasPytest)(
  'a real run of pytest reports its tests, and a run that ends the process leaves no report',
  () => {
    const good = 'import pytest\ndef test_one(): pass\n@pytest.mark.xfail\ndef test_two(): assert 0\n'
    const { tests } = run('python3 -m pytest -q', { 'test_a.py': good })
    expect(tests()).toEqual([
      'test_a.py: pytest › test_a › test_one passed',
      'test_a.py: pytest › test_a › test_two todo',
    ])
    const ended = run('python3 -m pytest -q', { 'test_a.py': 'import os\ndef test_one(): os._exit(0)\n' })
    expect(ended.status).toBe(0)
    expect(ended.tests).toThrow(/ENOENT/)
    expect(() => readReport('junit', '', '/')).toThrow(ReportError)
  },
)

const unittestOf = (body: string) =>
  `import os, sys, unittest\n\n\nclass A(unittest.TestCase):\n${body.replaceAll(/^(?=.)/gm, '    ')}\n`
const unittestRun = (body: string, more = '') => {
  const { status, tests } = run('python3 -m unittest', { 'test_a.py': `${unittestOf(body)}${more}` })
  return { status, tests }
}

test('a real run of unittest reports its tests and files, and ends as without a report', () => {
  const { status, tests } = run('python3 -W error -m unittest', {
    'test_a.py': unittestOf(`def test_one(self): pass
def test_two(self): self.assertEqual(1, 2)
@unittest.skip('later')
def test_three(self): pass
@unittest.expectedFailure
def test_four(self): self.fail()
@unittest.expectedFailure
def test_five(self): pass
def test_six(self):
    for n in (1, 2):
        with self.subTest(n=n): self.assertEqual(n, 1)
def test_seven(self): raise SystemExit(0)
def test_eight(self): self.addCleanup(lambda: 1 / 0)`),
    'test_b.py': 'import gone\n',
    'test_c.py': unittestOf('@classmethod\ndef setUpClass(cls): raise OSError()\ndef test_one(self): pass'),
  })
  expect(status).toBe(1)
  expect(tests()).toEqual([
    'test_a.py: A › test_eight failed',
    'test_a.py: A › test_five failed',
    'test_a.py: A › test_four todo',
    'test_a.py: A › test_one passed',
    'test_a.py: A › test_seven failed',
    'test_a.py: A › test_six failed',
    'test_a.py: A › test_three skipped',
    'test_a.py: A › test_two failed',
    'test_b.py: (the file itself) failed',
    'test_c.py: setUpClass (test_c.A) failed',
  ])
  expect(unittestRun('def test_one(self): print(sys.argv[0], sys.argv[1:], sys.path[0] == os.getcwd())').status).toBe(0)
})

test('a run of unittest that ends early leaves no report, and what tests do to it changes no result', () => {
  for (const end of ['os._exit(0)', 'os.kill(os.getpid(), 9)', 'raise KeyboardInterrupt()'])
    expect(unittestRun(`def test_one(self): ${end}`).tests).toThrow(/ENOENT/)
  const atLoad = unittestRun('def test_one(self): pass', '\nsys.exit(0)\n')
  expect([atLoad.status, atLoad.tests()]).toEqual([1, ['test_a.py: (the file itself) failed']])
  const { tests } = unittestRun(`def test_a(self):
    unittest.TextTestResult.addFailure = lambda *all: None
    unittest.TestResult.wasSuccessful = lambda self: True
    import json
    json.dumps = lambda *all, **named: '{"testResults":[]}'
    os.chdir('/')
    sys.path.clear()
    sys.argv.clear()
def test_b(self): self.fail()
def id(self): return chr(0) + '\\u2028' * 5000`)
  expect(tests()).toEqual(['test_a.py: A › test_a passed', 'test_a.py: A › test_b failed'])
})

test('more tests of unittest than a report may have are refused, and names and messages are short', () => {
  const many = `
def load_tests(loader, tests, pattern):
    def fails(self): self.fail('a' * 100_000)
    kind = type('B' * 100_000, (unittest.TestCase,), {'test_' + chr(10) + 'b' * 100_000: fails})
    return unittest.TestSuite([kind('test_' + chr(10) + 'b' * 100_000), *[A('test_one') for _ in range(MANY)]])
`
  const some = unittestRun('def test_one(self): pass', many.replace('MANY', '3')).tests()
  expect(some).toHaveLength(4)
  expect(some.every((line) => line.length < 1_100)).toBe(true)
  expect(unittestRun('def test_one(self): pass', many.replace('MANY', '60_000')).tests).toThrow(/more than 50000/)
})

test('an installed toolchain of Go prints the expected lines', ({ skip }) => {
  const version = spawnSync('go', ['version']).status
  if (version !== 0) skip('go is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'runner-go-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'go.mod'), 'module x\n')
  writeFileSync(
    join(folder, 'a_test.go'),
    'package x\nimport "testing"\nfunc TestA(t *testing.T) { Sum(1, 2) }\nfunc TestB(t *testing.T) { t.Skip() }\n',
  )
  writeFileSync(
    join(folder, 'a.go'),
    'package x\n\nfunc Sum(a, b int) int {\n\tif a < 0 {\n\t\treturn 0\n\t}\n\treturn a + b\n}\n',
  )
  const asked = askForReport('go test -cover ./...', join(folder, 'report'))!
  const cache = { GOCACHE: join(folder, 'cache'), GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' }
  const printed = execFileSync('sh', ['-c', asked.command], { cwd: folder, env: { ...process.env, ...cache } })
  expect(readReport(asked.format, printed.toString(), folder).tests).toEqual([
    { file: 'x', name: 'TestA', outcome: 'passed' },
    { file: 'x', name: 'TestB', outcome: 'skipped' },
  ])
  const { path, format } = asked.coverage!
  const { files } = readCoverage(format, readFileSync(path, 'utf8'), folder, 'x')
  // Versions of Go differ in the order of their lines.
  expect(new Map([...files].map(([file, lines]) => [file, Object.fromEntries(lines)]))).toEqual(
    new Map([['a.go', { 3: true, 4: true, 5: false, 6: false, 7: true }]]),
  )
})
