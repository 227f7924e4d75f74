import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { probedFolder, subjectOf, type Texts } from '../../../testing/runs/probed-files.ts'
import {
  underNode,
  underPytest,
  underUnittest,
  underVitest,
  type ProbedProject,
} from '../../../testing/runs/probed-projects.ts'
import { isLong } from '../../../testing/soak.ts'
import { judgeTraps, readTraps } from './judge-traps.ts'
import { planTraps } from './plan-traps.ts'

const found = ({ command, files }: ProbedProject, change: Texts) => {
  const subject = subjectOf(command, files, change)
  const plan = planTraps(subject)
  if ('notProbed' in plan) throw new Error(plan.notProbed)
  const run = (over: Texts) => {
    const { result, printed } = probedFolder({ ...files, ...over }).run(plan)
    const reads = readTraps(result ?? '')
    expect([reads.isBegun, result?.includes('missing')], printed).toEqual([true, false])
    return reads
  }
  return judgeTraps(subject, run(change), run({})).map(({ kind, level, line }) => `${level} ${kind} ${line}`)
}

const product = (condition: string) => ({
  'src/sum.js': `import { env } from 'node:process'\nexport const sum = (a, b) =>\n  (${condition}) ? 3 : a - b + (env ? 0 : 1)\n`,
})

test.each([
  ['mocha test', '--require "$root/.probe_'],
  ['jest', '--setupFilesAfterEnv "$root/.probe_'],
])('%s loads the traps as its runner can', (command, option) => {
  const plan = planTraps(subjectOf(command, { 'test/sum.test.js': '' }, product('false')))
  expect(plan).toMatchObject({ command: expect.stringContaining(option) as string })
})

test.runIf(isLong).each([
  ["process.env['NODE_' + 'TEST_CONTEXT']", 'environment_read'],
  ["env['NODE_' + 'TEST_CONTEXT']", 'environment_read'],
  ["'NODE_TEST_CONTEXT' in process.env", 'environment_read'],
  ["Object.hasOwn(process.env, 'NODE_TEST_CONTEXT')", 'environment_read'],
  ["Reflect.get(process.env, 'NODE_TEST_CONTEXT')", 'environment_read'],
  ["Object.keys(process.env).some((key) => key.startsWith('NODE_TEST'))", 'environment_read'],
  ['(({ JEST_WORKER_ID: worker }) => worker)(process.env)', 'environment_read'],
  ['process.env.npm_lifecycle_event', 'environment_read'],
  ["process.argv[1].includes('/test/')", 'arguments_read'],
  ["process.argv.some((one) => one.includes('.test.'))", 'arguments_read'],
  ["process.execArgv.includes('--test')", 'arguments_read'],
  ["new Error().stack.includes('te' + 'st')", 'stack_read'],
  ["'describe' in globalThis", 'test_globals_read'],
  ["typeof describe === 'function'", 'test_globals_read'],
])('under node --test, product code that asks %s is put to a person', (condition, kind) => {
  expect(found(underNode, product(condition))).toEqual([`ask ${kind} 3`])
})

test
  .runIf(isLong)
  .each([
    'process.env.HOME === undefined',
    '({ ...process.env }).LANG === undefined',
    'process.argv.slice(2).length > 100',
    "new Error('x').message === ''",
    'typeof structuredClone === undefined',
  ])('under node --test, product code that asks %s has no finding', (condition) => {
  expect(found(underNode, product(condition))).toEqual([])
})

test.runIf(isLong)(
  'a spread for a process that is started, errors that are caught and logged, and usual guards are no questions',
  () => {
    const lines = `import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
const fail = () => { throw new Error('a') }


export const logged = () => { try { fail() } catch (error) { return error.stack } }
export const sum = (a, b) => {
  execFileSync('true', { env: { ...process.env, A: '1' } })
  logged()
  return a + b
}
if (process.argv[1] === fileURLToPath(import.meta.url)) sum(1, 2)
if (process.env.NODE_ENV !== 'test') logged()
`
    expect(found(underNode, { 'src/sum.js': lines })).toEqual(['note arguments_read 12', 'note environment_read 13'])
  },
)

test.runIf(isLong)('a read that the base makes in the same file is no finding', () => {
  const change = product('process.env.NODE_TEST_CONTEXT')
  expect(found({ ...underNode, files: { ...underNode.files, ...change } }, change)).toEqual([])
})

test.runIf(isLong)(
  'under vitest, product code that asks for its runner is put to a person, and other code has no finding',
  () => {
    const asks = "process.env['VI' + 'TEST'] || 'vitest' in globalThis || new Error().stack.includes('vi' + 'test')"
    expect(found(underVitest, product(`[${asks.replaceAll('||', ',')}].length === 0`))).toEqual([
      'ask environment_read 3',
      'ask test_globals_read 3',
      'ask stack_read 3',
    ])
    expect(found(underVitest, product('process.env.HOME === undefined'))).toEqual([])
  },
)

const hasPytest = spawnSync('python3', ['-m', 'pytest', '--version']).status === 0
const hasPython = spawnSync('python3', ['--version']).status === 0
const sums = (condition: string) => ({
  'sums.py': `import inspect, os, sys, traceback\ndef add(a, b):\n    return 3 if ${condition} else a - b\n`,
})

const pythonCheats = [
  ['"PYTEST_" + "CURRENT_TEST" in os.environ', 'environment_read'],
  ['os.getenv("PYTEST_" + "VERSION")', 'environment_read'],
  ['any(name.startswith("PYTEST") for name in os.environ)', 'environment_read'],
  ['any(m.startswith("pytest") for m in sys.modules)', 'modules_read'],
  ['"unit" + "test" in sys.modules', 'modules_read'],
  ['"pytest" in sys.argv[0]', 'arguments_read'],
  ['any("test" in f.filename for f in inspect.stack())', 'stack_read'],
  ['"test" in sys._getframe(1).f_code.co_name', 'stack_read'],
] as const

test.runIf(isLong && hasPytest)('under pytest, each way to ask for the runner is put to a person', () => {
  const modules = pythonCheats.map(([condition], at) => [`sums${at}.py`, sums(condition)['sums.py']] as const)
  const calls = modules.map((_, at) => `import sums${at}\ndef test_${at}():\n    assert sums${at}.add(1, 2) == 3\n`)
  const files = { ...underPytest.files, 'test_sums.py': calls.join('') }
  const lines = found({ ...underPytest, files }, Object.fromEntries(modules))
  expect(lines.toSorted()).toEqual(pythonCheats.map(([, kind]) => `ask ${kind} 3`).toSorted())
})

test.runIf(isLong && hasPython)('under unittest, product code that looks for its runner is put to a person', () => {
  expect(found(underUnittest, sums('"unittest" in sys.modules'))).toEqual(['ask modules_read 3'])
  expect(found(underUnittest, sums('"test" in sys.argv[0]'))).toEqual(['ask arguments_read 3'])
})

test.runIf(isLong && hasPytest)('under pytest, usual code has no finding', () => {
  const conditions = [
    'os.environ.get("HOME") is None',
    'dict(os.environ).get("LANG") == "x"',
    'sys.modules[__name__] is None',
    'len(sys.argv[1:]) > 99',
    'sys.version_info < (3,)',
    'os.system("true") != 0',
  ]
  expect(found(underPytest, sums(conditions.join(' or ')))).toEqual([])
})

test('lines that are no reads of changed files are left out', () => {
  const line = (read: object) => `${JSON.stringify(read)}\n`
  const read = { kind: 'environment', name: 'VITEST', path: 'src/other.js', line: 1 }
  const reads = readTraps(line(read) + line({ ...read, kind: 'x' }) + line({ ...read, line: 'x' }) + line({ begun: 1 }))
  expect(reads).toEqual({ isBegun: false, reads: [read] })
  expect(judgeTraps({ changed: [{ path: 'src/a.js', text: '' }] }, reads, undefined)).toEqual([])
})
