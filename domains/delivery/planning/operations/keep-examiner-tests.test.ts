import { expect, test } from 'vitest'
import { auditOf } from '../../../../testing/audit/audit-chain.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { fileBlock, nodeLibrary, runCycle } from '../../../../testing/delivery.ts'
import { judging, testOf } from '../../../../testing/runs/judged-runs.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { headOfBranch } from '../../../../testing/repositories/refs.ts'
import { git } from '../../../../testing/repository.ts'
import { testServer } from '../../../../testing/server.ts'
import { deleteCycle } from '../../cycles/contract.ts'
import { getTaskReviewEvidence } from '../../review/contract.ts'
import { keepExaminerTests } from '../contract.ts'
import { isLong } from '../../../../testing/soak.ts'

const server = await testServer()
const judged = judging(server)

const examining = { review: { examiner: 'always', shown: 'merge', checked: 'merge', unverified: 'merge' } }
const product = 'export const sum = (a, b) => a + b\nexport const twice = (a) => 2 * a\n'
const usesTwice = (body: string) => testOf(body).replace('{ sum }', '{ sum, twice }')
const passing = usesTwice("test('doubles', () => assert.equal(twice(2), 4))")

/** A delivered task whose change adds `twice`, with the test file of an examiner. */
const examined = async () => {
  const answer = { files: [{ path: 'sum.test.js', content: passing }] }
  const block = `\`\`\`examination\n${JSON.stringify(answer)}\n\`\`\`\n`
  const request = `Add twice to sum.js.\n\n${fileBlock('sum.js', product)}\n${block}`
  const { at, task, isMerged } = await judged.run(request, nodeLibrary, examining)
  expect(isMerged).toBe(true)
  const [row] = await asOwner(server, 'select id from repository where project_id = $1', [task.projectId])
  const inRepository = (...argv: string[]) => git(server.gitDirOf(row!.id), ...argv).trim()
  const main = () => headOfBranch(server, row!.id)
  return { at, projectId: task.projectId as string, input: { id: task.id as string }, inRepository, main }
}

// One delivered task serves all tests, since each run takes seconds.
const world = await examined()
const { at, projectId, input, inRepository, main } = world

const keptBy = async () => (await at.owner.call(getTaskReviewEvidence, input)).body.testsKeptByCycleId as string | null

const refused = async (code: string) =>
  expectError(await unchanged(server, () => at.owner.call(keepExaminerTests, input)), 409, code)

/** Changes a value in the recorded review, and returns the way to undo that. */
const recorded = async (path: string, value: string) => {
  const [before] = await asOwner(server, 'select review from task where id = $1', [input.id])
  const change = 'update task set review = jsonb_set(review, $2::text[], to_jsonb($3::text)) where id = $1'
  await asOwner(server, change, [input.id, `{examination,${path}}`, value])
  return () => asOwner(server, 'update task set review = $2 where id = $1', [input.id, JSON.stringify(before!.review)])
}

test('404 for a client without a grant, and 403 for one with a grant', async () => {
  expect((await unchanged(server, () => at.client.call(keepExaminerTests, input))).status).toBe(404)
  await at.grant(projectId, at.clientId, 'steer')
  expect((await unchanged(server, () => at.client.call(keepExaminerTests, input))).status).toBe(403)
})

test('409 for a task whose cycle is not completed', async () => {
  const set = 'update cycle set status = $2 where id = (select cycle_id from task where id = $1)'
  await asOwner(server, set, [input.id, 'stopped'])
  await refused('task_not_delivered')
  await asOwner(server, set, [input.id, 'completed'])
})

test('409 for a file with a test that fails', async () => {
  const restore = await recorded('tests,0,outcome', 'not_counted')
  await refused('no_examiner_tests')
  await restore()
})

test.runIf(isLong)('409 for all but one of ten callers at once, until the proposal is deleted', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => at.owner.call(keepExaminerTests, input)))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, ...Array.from({ length: 9 }, () => 409)])
  await refused('examiner_tests_kept')
  const { body } = replies.find(({ status }) => status === 202)!
  expect(await keptBy()).toBe(body.cycle.id)
  expect((await at.owner.call(deleteCycle, { id: body.cycle.id })).status).toBe(200)
  expect(await keptBy()).toBeNull()
})

test.runIf(isLong)('a run whose file would replace one of the repository fails, and the branch stays', async () => {
  const restore = await recorded('files,0,path', 'sum.js/sum.test.js')
  const head = await main()
  const { body } = await at.owner.call(keepExaminerTests, input)
  expect((await runCycle(at.owner, body.cycle.id)).cycle).toMatchObject({
    status: 'failed',
    failure: { step: 'keep-tests', code: 'tests_not_addable' },
  })
  expect(await main()).toBe(head)
  expect((await at.owner.call(deleteCycle, { id: body.cycle.id })).status).toBe(200)
  await restore()
})

test.runIf(isLong)(
  '202 with a draft, an audit row and an event; its run adds the file by checks and a verdict, without a model',
  async () => {
    const before = await main()
    const { status, body } = await at.member.call(keepExaminerTests, input)
    expect([status, body]).toMatchObject([
      202,
      { adopted: false, cycle: { status: 'draft', title: expect.stringMatching(/^Keep the tests of “/) } },
    ])
    const id = body.cycle.id as string
    expect([await main(), await keptBy()]).toEqual([before, id])
    expect(await at.eventNames(id)).toEqual(['cycle.proposed'])
    expect(await auditOf(server, at.workspace, id)).toMatchObject([
      { action: 'task.keep_tests', category: 'create', details: { keepsTestsOfTaskId: input.id } },
    ])
    const calls = async () => (await at.rows('model_call')).length
    const called = await calls()
    const { cycle, tasks } = await runCycle(at.owner, id)
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    expect(await calls()).toBe(called)
    expect(inRepository('diff', '--name-status', before, cycle.mergedSha)).toBe('A\tsum-request.test.js')
    expect(inRepository('show', `${cycle.mergedSha}:sum-request.test.js`)).toBe(passing.trim())
    const { body: evidence } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id })
    expect(evidence).toMatchObject({
      carriedOutBy: null,
      files: [{ path: 'sum-request.test.js', kind: 'added' }],
      verdict: { outcome: 'checked', examination: null },
    })
    expect(evidence.checks).toContainEqual(expect.objectContaining({ name: 'test', phase: 'task', outcome: 'passed' }))
    expect(await leftovers(server)).toEqual({})
  },
)
