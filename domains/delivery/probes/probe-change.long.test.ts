import { expect, test } from 'vitest'
import { isSoak } from '../../../testing/soak.ts'
import { fileBlock } from '../../../testing/delivery.ts'
import { apart, judging } from '../../../testing/runs/judged-runs.ts'
import { leftovers } from '../../../testing/runner/leftovers.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
const { run } = judging(server)

const named = (probes: readonly { name: string }[], wanted: string) => probes.find(({ name }) => name === wanted)

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
  'a change without a program, or under a runner that is not known, is not probed, and the verdict says why',
  async () => {
    const notes = await run(fileBlock('NOTES.md', 'Adds numbers.\n'))
    expect(named(notes.verdict!.probes, 'identity')).toMatchObject({
      outcome: 'not_probed',
      reason: 'The change touches no program besides tests.',
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
