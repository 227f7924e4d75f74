import { expect, test } from 'vitest'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { fileBlock, nodeLibrary, propose } from '../../../testing/delivery.ts'
import { testOf } from '../../../testing/runs/judged-runs.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { taskAgent } from '../../../testing/runs/task-agent.ts'
import { runUntilAsked } from '../../../testing/runs/requests.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { isLong } from '../../../testing/soak.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { getCycleTranscript } from '../transcripts/contract.ts'
import { getTaskReviewEvidence } from '../review/contract.ts'
import { listCycleAcceptanceTests, setCycleAcceptanceTests } from './contract.ts'
import { acceptanceTestExpiry } from './store.ts'

const server = await testServer()
const at = await scene(server)
const { owner, member } = at
const file = (path: string, content = 'x') => ({ path, content })
const give = (id: string, ...files: object[]) => owner.call(setCycleAcceptanceTests, { id, body: { files } })

test('200 replaces the acceptance tests of a cycle; an unchanged test keeps its giver, for a year', async () => {
  const id = await cycleIn(server, at, await emptyProject(owner))
  const one = file('test/one.test.js')
  const two = file('test/two.test.js')
  const first = await give(id, one, two)
  expect([first.status, first.body]).toMatchObject([200, { files: [one, two], frozen: false }])
  const giver = (first.body as { files: { givenBy: string }[] }).files[0]!.givenBy
  const session = await at.signIn((await at.join('owner')).userId)
  const second = await session.call(setCycleAcceptanceTests, { id, body: { files: [one, file('test/three.test.js')] } })
  const listed = await member.call(listCycleAcceptanceTests, { id })
  expect(listed.body).toEqual(second.body)
  const { files } = listed.body as { files: { path: string; givenBy: string }[] }
  expect(files.map(({ path, givenBy }) => [path, givenBy === giver])).toEqual([
    ['test/one.test.js', true],
    ['test/three.test.js', false],
  ])
  await asOwner(server, `update acceptance_test set created_at = now() - interval '366 days' where path = $1`, [
    one.path,
  ])
  expect(await server.database.identity((tx) => acceptanceTestExpiry.dueIn(tx, 10))).toEqual([at.workspace])
  expect(await server.database.within(at.workspace, (tx) => acceptanceTestExpiry.remove(tx, 10))).toBe(1)
  expect((await member.call(listCycleAcceptanceTests, { id })).body).toMatchObject({
    files: [{ path: 'test/three.test.js' }],
  })
  expect((await give(id)).body).toMatchObject({ files: [] })
  expect(await at.auditActions(id)).toEqual(Array(3).fill('cycle.set_acceptance_tests'))
  expect(await at.eventNames(id)).toEqual(Array(3).fill('cycle.acceptance_tests_set'))
})

test('409 while a run works or once it is completed, 422 for an invalid or too large test, or a secret', async () => {
  const projectId = await emptyProject(owner)
  const draft = await cycleIn(server, at, projectId)
  const secret = `const key = "${['ghp', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6'].join('_')}"`
  const active = await Promise.all(
    (['planning', 'running', 'completed'] as const).map((status) => cycleIn(server, at, projectId, status)),
  )
  await unchanged(server, async () => {
    for (const [body, code] of [
      [[file('src/one.js')], 'acceptance_not_a_test'],
      [['a', 'b'].map((name) => file(`${name}.test.js`, 'ü'.repeat(20_000))), 'acceptance_too_large'],
      [[file('one.test.js', secret)], 'acceptance_has_secret'],
    ] as const)
      expectError(await give(draft, ...body), 422, code)
    expect((await give(draft, ...['a', 'b', 'c', 'd'].map((name) => file(`${name}.test.js`)))).status).toBe(400)
    for (const id of active) expectError(await give(id, file('a.test.js')), 409, 'acceptance_frozen')
  })
  const failed = await cycleIn(server, at, projectId, 'failed')
  expect((await give(failed, file('a.test.js'))).status).toBe(200)
  const adopted = await cycleIn(server, at, projectId, 'running')
  await asOwner(server, 'update cycle set run_started_by = created_by where id = $1', [adopted])
  expect((await give(adopted, file('a.test.js'))).status).toBe(200)
})

const asked = { ...nodeLibrary, 'other.test.js': testOf("test('adds zero', () => assert.equal(sum(1, 0), 1))") }
const takesOne = testOf("test('takes one, as nobody says', () => assert.equal(sum(4), 4))")
const fixed = fileBlock('sum.js', 'export const sum = (a, b = 0) => a + b\n')

/** Runs a change over which a test of a person has to pass. */
const runWith = async (description: string, maxRevisions: number) => {
  const { projectId } = await importProject(owner, await bundleOf(asked))
  const id = await propose(owner, projectId, description)
  await owner.call(updateProject, { id: projectId, body: { maxRevisions } })
  expect((await give(id, file('acceptance.test.js', takesOne))).status).toBe(200)
  const ran = await runUntilAsked(owner, id)
  const { body } = await owner.call(getTaskReviewEvidence, { id: ran.tasks[0].id as string })
  return { ...ran, id, evidence: body }
}

test('a change that an acceptance test waited for is proved and merged, and its text is nowhere', async () => {
  const { cycle, tasks, id, evidence } = await runWith(`Take one number.\n\n${fixed}`, 0)
  expect([cycle.status, tasks[0].verdict, tasks[0].provedBy]).toEqual(['completed', 'proved', ['test']])
  const proof = { file: 'acceptance.test.js', name: 'takes one, as nobody says' }
  expect(evidence.verdict).toMatchObject({
    reproduced: [{ ...proof, check: 'test', by: 'acceptance' }],
    acceptance: {
      outcome: 'ran',
      whole: true,
      tests: [{ ...proof, outcome: 'proves' }],
      files: [{ path: 'acceptance.test.js', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string }],
    },
  })
  expect(evidence.files).toMatchObject([{ path: 'sum.js' }])
  const { body: steps } = await owner.call(getCycleTranscript, { id, query: { limit: 100 } })
  const stored = [steps, evidence, await at.rows('task_check'), await at.rows('activity_event')]
  expect(JSON.stringify(stored)).not.toContain('assert.equal(sum(4), 4)')
  expectError(await give(id), 409, 'acceptance_frozen')
  // The agent of the task reads the outcome, and no name of the tests that it cannot see.
  const { projectId, id: taskId } = tasks[0] as { projectId: string; id: string }
  const agent = await taskAgent(server, at, { projectId, taskId, userId: (await at.join('owner')).userId })
  const own = await agent.caller.call(getTaskReviewEvidence, { id: taskId })
  expect([own.status, own.body]).toMatchObject([200, { verdict: { outcome: 'proved', acceptance: null } }])
  expect(JSON.stringify(own.body)).not.toMatch(/acceptance\.test|takes one/)
})

test.runIf(isLong)('a person decides about a change over which an acceptance test fails', async () => {
  const { cycle, tasks, request, evidence } = await runWith(
    `Take one number.\n\n${fileBlock('sum.js', 'export const sum = (a, b = 1) => a + b\n')}`,
    0,
  )
  const failure = 'An acceptance test fails over the change: “takes one, as nobody says”.'
  expect([cycle.status, tasks[0].verdict]).toEqual(['blocked', 'unverified'])
  expect(request.reasons).toMatchObject([
    { code: 'acceptance', message: expect.stringContaining(failure) as string },
    { code: 'checked' },
  ])
  const [failed] = evidence.verdict.acceptance.tests as { outcome: string; message: string }[]
  expect(failed).toMatchObject({ outcome: 'failed', message: expect.stringContaining('5 == 4') as string })
})

const shell = {
  'run.sh': 'for file in tests/*_test.sh; do . "$file"; done\nexit "$failed"\n',
  'tests/a_test.sh': 'failed=0\nexpect() { [ "$1" = "$2" ] || failed=1; }\nexpect a a\n',
}
const twiceTest = '. ./twice.sh\nexpect "$(twice 4)" 8\n'
const twice = 'twice() {\n  echo "$(($1 * 2))"\n}\n'
const wrong = twice.replace('*', '+')

/** The status of a cycle and the results of its acceptance test, where a check reports no tests. */
const runShell = async (files: Readonly<Record<string, string>>, path = 'tests/twice_test.sh') => {
  const { projectId } = await importProject(owner, await bundleOf(shell))
  const blocks = Object.entries(files).map(([name, text]) => fileBlock(name, text))
  const id = await propose(owner, projectId, `Add twice.\n\n${blocks.join('\n')}`)
  const runtime = { checks: [{ name: 'test', command: 'sh run.sh' }] }
  await owner.call(updateProject, { id: projectId, body: { maxRevisions: 0, runtime } })
  expect((await give(id, file(path, twiceTest))).status).toBe(200)
  const ran = await runUntilAsked(owner, id)
  const { body } = await owner.call(getTaskReviewEvidence, { id: ran.tasks[0].id as string })
  const { outcome, reason, tests } = body.verdict.acceptance
  return [ran.cycle.status, outcome, reason ?? tests.map((one: { outcome: string }) => one.outcome)]
}
const unnoticed = [
  'blocked',
  'not_run',
  'The check “test” names no tests, and its result does not show that it runs the acceptance tests.',
]

test('if a check names no tests, acceptance tests prove by its exit code, but not if all passes', async () => {
  expect(await runShell({ 'twice.sh': twice })).toEqual(['completed', 'ran', ['proves']])
  expect(await runShell({ 'twice.sh': `${wrong}expect() { :; }\n` })).toEqual(unnoticed)
})

test.runIf(isLong)(
  'a check that names no tests proves nothing if it does not run the tests or a change ends it',
  async () => {
    expect(await runShell({ 'twice.sh': wrong })).toEqual(['blocked', 'ran', ['failed']])
    expect(await runShell({ 'twice.sh': twice }, 'tests/twice.test.js')).toEqual(unnoticed)
    expect(await runShell({ 'twice.sh': `${wrong}exit 0\n` })).toEqual(unnoticed)
    // A new test of the change is not there.
    const beside = { 'twice.sh': wrong, 'tests/all_test.sh': 'expect() { :; }\n' }
    expect(await runShell(beside)).toEqual(['blocked', 'ran', ['failed']])
  },
)
