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

test('a real run of node --test reports its tests and the lines that they ran, and one that ends the process has none', () => {
  const product = 'exports.sum = (a, b) => {\n  if (a < 0) {\n    return 0\n  }\n  return a + b\n}\n'
  const good = nodeTest("test('one', () => { require('./a.cjs').sum(1, 2) }); test('two', { skip: true }, () => {})")
  const measured = run('node --test --experimental-test-coverage', { 'a.test.cjs': good, 'a.cjs': product })
  expect(measured.tests()).toEqual(['a.test.cjs: one passed', 'a.test.cjs: two skipped'])
  expect(measured.ran()).toEqual({ 'a.cjs': 4 })
  const ended = run('node --test', { 'a.test.cjs': nodeTest("process.exit(0); test('one', () => {})") })
  expect([ended.status, ended.tests()]).toEqual([0, []])
})

test('a real run of vitest reports its tests, and one that ends the process fails', () => {
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
  'a real run of pytest reports its tests, and one that ends the process leaves no report',
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
