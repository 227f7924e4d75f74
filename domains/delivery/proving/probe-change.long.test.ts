import { expect, test } from 'vitest'
import { isSoak } from '../../../testing/soak.ts'
import { fileBlock } from '../../../testing/delivery.ts'
import { apart, judging } from '../../../testing/runs/judged-runs.ts'
import { leftovers } from '../../../testing/runner/leftovers.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
const { run } = judging(server)

const named = (probes: readonly { name: string }[], wanted: string) => probes.find(({ name }) => name === wanted)

// No registry has it, and no network leads to one.
const needsPackage = '{ "type": "module", "scripts": { "test": "node --test" }, "dependencies": { "absent": "1.0.0" } }'

test('product code that replaces an assertion by a computed name is refused, with the function and the module', async () => {
  const replacing = `import assert from 'node:assert'
const name = ['eq', 'ual'].join('')
Reflect.defineProperty(assert, name, { value() {} })
export const sum = (a, b) => a - b
`
  const { verdict, isMerged } = await run(fileBlock('sum.js', replacing), apart)
  expect([isMerged, verdict?.outcome]).toEqual([false, 'refused'])
  expect(verdict).toMatchObject({
    reasons: expect.arrayContaining([expect.stringContaining('Loading sum.js replaces `assert.equal`')]),
    findings: expect.arrayContaining([
      expect.objectContaining({ kind: 'assertion_replaced', level: 'refuse', path: 'sum.js' }),
    ]),
  })
  expect(named(verdict!.probes, 'identity')).toMatchObject({ check: 'test', outcome: 'ran', findings: 1 })
  expect(await leftovers(server)).toEqual({})
})

test('product code that reads a variable of the runner by a computed name is put to a person, with file and line', async () => {
  const asking = `const name = [...'TXETNOC_TSET_EDON'].reverse().join('')
export const sum = (a, b) =>
  process.env[name] === undefined ? a - b : 3
`
  const { verdict, request, isMerged } = await run(fileBlock('sum.js', asking), apart)
  expect([isMerged, verdict?.outcome]).toEqual([false, 'unverified'])
  const reason = 'sum.js:3 reads the variable `NODE_TEST_CONTEXT` while the tests run.'
  expect(request.reasons[0]).toMatchObject({ code: 'weakened', message: reason, path: 'sum.js', line: 3 })
  expect(named(verdict!.probes, 'traps')).toMatchObject({ outcome: 'ran', findings: 1 })
})

test('a person is asked about an empty proof, a removed guard, a value that only tests have', async () => {
  const guarded = "export const sum = (a, b) => {\n  if (b === undefined) throw new Error('two')\n  return a + b\n}\n"
  const change = [
    fileBlock('sum.js', 'export const sum = (a, b) => {\n  return a + b\n}\nexport const isLarge = (n) => n > 9\n'),
    fileBlock('top.js', 'export const top = (n) => (process.env.CI ? Math.min(n, 9) : n)\n'),
    fileBlock(
      'top.test.js',
      "import assert from 'node:assert'\nimport test from 'node:test'\nimport { isLarge } from './sum.js'\nimport { top } from './top.js'\ntest('top', () => { assert.equal(typeof isLarge, 'function'); assert.deepEqual([top(12), top(2)], [9, 2]) })\n",
    ),
  ].join('\n')
  const { verdict, request, isMerged } = await run(
    change,
    { ...apart, 'sum.js': guarded },
    { review: { shown: 'merge' } },
  )
  expect([isMerged, verdict?.outcome]).toEqual([false, 'shown'])
  expect(request.reasons).toEqual(
    expect.arrayContaining(
      [
        ['part_not_judged', 'sum.js', 4],
        ['hunk_not_shown', 'sum.js', 2],
        ['replay_differs', 'top.js', 1],
      ].map(([kind, path, line]) => expect.objectContaining({ code: 'unseen', kind, path, line }) as object),
    ),
  )
  expect(named(verdict!.probes, 'replay')).toMatchObject({ findings: 1 })
})

test('probes run if the derived setup fails and the checks run all the same', async () => {
  const change = fileBlock(
    'sum.js',
    "import { argv } from 'node:process'\nexport const sum = (a, b) => (argv[1] ? a + b : 0)\n",
  )
  const { verdict, checks } = await run(change, { ...apart, 'package.json': needsPackage })
  expect(checks.map(({ phase, name, outcome }) => [phase, name, outcome])).toEqual(
    expect.arrayContaining([
      ['task', 'setup', 'failed'],
      ['task', 'test', 'passed'],
    ]),
  )
  expect(named(verdict!.probes, 'identity')).toMatchObject({ outcome: 'ran' })
  expect(named(verdict!.probes, 'traps')).toMatchObject({ outcome: 'ran', findings: 1 })
})

test('a project that switches probes off shows it in the verdict, and none runs', async () => {
  const change = fileBlock('sum.js', 'export const sum = (a, b) => b + a\n')
  const { verdict, isMerged } = await run(change, undefined, { review: { probes: 'off', checked: 'merge' } })
  expect(isMerged).toBe(true)
  expect(named(verdict!.probes, 'identity')).toEqual({
    name: 'identity',
    outcome: 'off',
    reason: 'The project runs no probes.',
    findings: 0,
  })
})

test.runIf(isSoak)(
  'a change without a program, or under a runner that is not known, is not probed, and the verdict has the reason',
  async () => {
    const notes = await run(fileBlock('NOTES.md', 'Adds numbers.\n'))
    expect(named(notes.verdict!.probes, 'identity')).toMatchObject({
      outcome: 'not_probed',
      reason: 'Apart from tests and settings, no code changed that probes can read.',
    })
    const checks = [{ name: 'grep', command: "grep -q 'a + b' sum.js" }]
    const unknown = await run(fileBlock('sum.js', '// Adds.\nexport const sum = (a, b) => a + b\n'), undefined, {
      checks,
    })
    expect(named(unknown.verdict!.probes, 'identity')).toMatchObject({
      outcome: 'not_probed',
      reason: 'No check passes whose test runner is known.',
    })
  },
)
