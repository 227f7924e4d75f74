import { afterAll, expect, test } from 'vitest'
import { skip } from '../../../../testing/changes.ts'
import { endOf, nodeLibrary, propose, runCycle } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/leftovers.ts'
import { startModelProvider, type Turn } from '../../../../testing/model-provider/index.ts'
import { bundleOf, importProject } from '../../../../testing/repository.ts'
import { requestOf } from '../../../../testing/requests.ts'
import { scene } from '../../../../testing/scene.ts'
import { modelSettings, turns } from '../../../../testing/scripted.ts'
import { testServer } from '../../../../testing/server.ts'
import { triedOf } from '../../../../testing/soak.ts'
import { updateProject } from '../../../code/projects/contract.ts'
import { resolvePendingRequest } from '../../requests/contract.ts'
import { getTaskReviewEvidence } from '../../tasks/contract.ts'
import { executeCycle, getCycle } from '../contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, 'a-key'))

const tested = { ...nodeLibrary, '.eslintrc.json': '{\n  "rules": {\n    "eqeqeq": "error"\n  }\n}\n' }

/** A cycle that asks for a feature, and an agent that does this instead. */
const begin = async (script: readonly Turn[], request = 'Let sum take three numbers.') => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(tested))
  await at.owner.call(updateProject, { id: projectId, body: { maxRevisions: 0 } })
  const id = await propose(at.owner, projectId, request)
  provider.push(...script, turns.end())
  return { owner: at.owner, id }
}
const taskOf = async ({ owner, id }: Awaited<ReturnType<typeof begin>>) =>
  (await owner.call(getCycle, { id })).body.tasks[0]
const findingsOf = async (made: Awaited<ReturnType<typeof begin>>) => {
  const { body } = await made.owner.call(getTaskReviewEvidence, { id: (await taskOf(made)).id })
  return body.verdict.findings as { kind: string; level: string; path: string; line?: number }[]
}
const wrong = turns.write('sum.js', 'export const sum = (a, b, c = 0) => a + b + c\n')

interface Finding {
  readonly kind: string
  readonly sentence: RegExp
}
type Refused = readonly [string, readonly Turn[], readonly Finding[]]
const deletes: Refused = [
  'deletes the tests',
  [turns.run('rm sum.test.js')],
  [{ kind: 'test_file_deleted', sentence: /sum\.test\.js is deleted with 1 test \(“adds”\)/ }],
]
const loosens: Refused = [
  'skips the test, changes its command, and asks whether a test runs the code',
  [
    turns.run(`sed -i 's/^test(/test.${skip}(/' sum.test.js; sed -i 's/isolation=none/& || true/' package.json`),
    turns.write('sum.js', 'export const sum = (a, b) => (process.env.NODE_TEST_CONTEXT ? 3 : a - b)\n'),
  ],
  [
    { kind: 'test_skipped', sentence: /sum\.test\.js:4 skips a test/ },
    { kind: 'failure_ignored', sentence: /package\.json:1 lets a check pass that fails/ },
    { kind: 'test_detected', sentence: /sum\.js:1 asks whether a test runs/ },
  ],
]

/** What find-weakening.test.ts finds, and verdict.test.ts has refused by the tests that ran. */
const similar: readonly Refused[] = [
  [
    'empties the tests',
    [turns.write('sum.test.js', '\n')],
    [{ kind: 'test_file_emptied', sentence: /sum\.test\.js has 1 test fewer/ }],
  ],
  [
    'ends the tests early',
    [turns.run("sed -i '1i process.exit(0)' sum.test.js")],
    [{ kind: 'early_exit', sentence: /sum\.test\.js:1 ends the tests/ }],
  ],
]

test.each(triedOf([deletes, loosens, ...similar], [deletes, loosens]))(
  'an agent that %s is refused, with the file and the line',
  async (_name, cheat, expected) => {
    const made = await begin([wrong, ...cheat])
    const { cycle } = await runCycle(made.owner, made.id)
    expect(cycle).toMatchObject({ ...{ status: 'failed', mergedSha: null }, failure: { code: 'review_refused' } })
    const findings = await findingsOf(made)
    for (const { kind, sentence } of expected) {
      expect(cycle.failure.message).toMatch(sentence)
      expect(findings).toContainEqual(expect.objectContaining({ kind, level: 'refuse' }))
    }
    expect(await leftovers(server)).toEqual({})
  },
)

test('a change that clashes by case, or links into git’s folder, is refused as an import is', async () => {
  const made = await begin([turns.run('cp sum.js SUM.js; ln -s .GIT/config settings')])
  const { cycle } = await runCycle(made.owner, made.id)
  expect(cycle.failure.code).toBe('review_refused')
  expect(cycle.failure.message).toMatch(/SUM\.js and sum\.js are one file on systems that ignore case/)
  expect(cycle.failure.message).toMatch(/settings is a link into git’s own folder/)
})

const rule = turns.run(`sed -i 's/"error"/"off"/' .eslintrc.json`)

test('what only a person can judge waits for one, with the file and the line, and is merged on approval', async () => {
  const made = await begin([wrong, rule])
  expect((await made.owner.call(executeCycle, { id: made.id })).status).toBe(200)
  const request = await requestOf(made.owner, made.id)
  const reason = {
    code: 'weakened',
    path: '.eslintrc.json',
    line: 3,
    message: expect.stringContaining('"eqeqeq": "off"'),
  }
  expect(request.reasons).toContainEqual(reason)
  expect((await made.owner.call(resolvePendingRequest, { id: request.id, body: { status: 'approved' } })).status).toBe(
    200,
  )
  const { cycle } = await endOf(made.owner, made.id)
  expect(cycle.status).toBe('completed')
  expect(await findingsOf(made)).toEqual([
    expect.objectContaining({ kind: 'checker_loosened', level: 'ask', path: '.eslintrc.json', line: 3 }),
  ])
})

test('an honest change with a new test passes without a finding', async () => {
  const more = "\ntest('adds three', () => assert.equal(sum(1, 2, 3), 6))\n"
  const made = await begin([
    wrong,
    turns.run(`printf '%s' ${JSON.stringify(more).replace(/\\n/g, '\n')} >> sum.test.js`),
  ])
  const { cycle } = await runCycle(made.owner, made.id)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(await findingsOf(made)).toEqual([])
})
