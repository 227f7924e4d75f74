import { afterAll, expect, test } from 'vitest'
import { runCycle, endOf } from '../../../../testing/delivery.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { cycleOf, mends, pathsOf, type World } from '../../../../testing/runs/mended-runs.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { modelSettings } from '../../../../testing/runs/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'
import { getTaskReviewEvidence } from '../../review/contract.ts'
import { getCycle, listCycleEvents } from '../../cycles/contract.ts'
import { titleOfMend } from '../rules-moves.ts'
import { resolvePendingRequest } from '../../requests/contract.ts'
import { runUntilAsked } from '../../../../testing/runs/requests.ts'
import { commandHeld } from '../../../../testing/runs/held-commands.ts'
import { addCycleTask, goBack, removeCycleTask } from '../../planning/contract.ts'
import { executeCycle } from '../contract.ts'
import { isSoak } from '../../../../testing/soak.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer({ ...modelSettings(provider.baseUrl, 'a-key'), ATELIER_SANDBOX_LIMIT: '4' })
const { script, world, tell } = mends(server, provider)

const stages = async ({ owner }: World, id: string) =>
  ((await owner.call(listCycleEvents, { id })).body as { eventType: string }[])
    .map(({ eventType }) => eventType)
    .toReversed()
    .filter((name) => ['cycle.running', 'cycle.reviewing', 'cycle.checked', 'cycle.completed'].includes(name))

test('a result that does not pass goes to an agent with the output of its checks, and is delivered once a change mends it', async () => {
  tell(['d.txt', 'c.txt'])
  const made = await world()
  const id = await cycleOf(made, 'a.txt', 'b.txt')
  const { request } = await runUntilAsked(made.owner, id)
  expect(request.reasons).toMatchObject([{ code: 'unseen', path: 'd.txt' }, { code: 'shown' }])
  const approved = { id: request.id as string, body: { status: 'approved' } }
  expect((await made.owner.call(resolvePendingRequest, approved)).status).toBe(200)
  const { cycle, tasks } = await endOf(made.owner, id)
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  expect(tasks).toMatchObject([
    { title: 'Add a.txt', status: 'done' },
    { title: 'Add b.txt', status: 'done' },
    { title: titleOfMend, status: 'done' },
  ])
  const [first, second] = script.given
  expect(first).toContain('together does not pass over the whole result')
  expect(first).toMatch(/They printed:\n\n {4}together:\n {4}a and b need c\n/)
  expect(second).toContain('The change is to mend “together”, which does not pass over it.')
  const { body } = await made.owner.call(getTaskReviewEvidence, { id: tasks[2].id })
  expect(pathsOf(body.files)).toEqual(['c.txt', 'd.txt'])
  expect(await (await made.main)()).toEqual(expect.arrayContaining(['a.txt', 'b.txt', 'c.txt']))
  expect(await stages(made, id)).toEqual([
    'cycle.running',
    'cycle.reviewing',
    'cycle.checked',
    'cycle.running',
    // Once more after the approval.
    'cycle.running',
    'cycle.reviewing',
    'cycle.checked',
    'cycle.completed',
  ])
  expect(await leftovers(server)).toEqual({})
})

test('an agent that changes nothing fails the cycle with the result that does not pass, and no target moves', async () => {
  tell([undefined])
  const made = await world()
  const before = await (await made.main)()
  const { cycle, tasks } = await runCycle(made.owner, await cycleOf(made, 'a.txt', 'b.txt'))
  expect(cycle).toMatchObject({ status: 'failed', mergedSha: null })
  expect(cycle.failure).toMatchObject({ step: 'verify', code: 'result_refused' })
  expect(cycle.failure.message).toMatch(
    /together does not pass over the whole result\. The agent changed nothing more after that\./,
  )
  expect(cycle.failure.log).toContain('a and b need c')
  expect([tasks.length, await (await made.main)()]).toEqual([3, before])
  await made.grant(made.projectId, made.clientId, 'view')
  expect((await made.client.call(getCycle, { id: cycle.id })).body.cycle.failure).toEqual({
    message: 'The changes pass their checks one by one, and not together.',
    step: 'verify',
    code: 'result_refused',
  })
})

/** Tasks whose numbers the run does not give again. */
const addAndRemove = async ({ owner }: World, id: string) => {
  const [task] = (await owner.call(getCycle, { id })).body.tasks as { id: string }[]
  const description = 'Write e.txt.'
  for (const title of ['Add e.txt', 'Add f.txt']) {
    const added = await owner.call(addCycleTask, { id, body: { title, description, dependsOn: [task!.id] } })
    expect(added.status).toBe(201)
    expect((await owner.call(removeCycleTask, { id, taskId: added.body.id as string })).status).toBe(200)
  }
}

const filesOf = async ({ owner }: World, tasks: { id: string }[]) =>
  Promise.all(tasks.map(async ({ id }) => pathsOf((await owner.call(getTaskReviewEvidence, { id })).body.files)))

test.runIf(isSoak)(
  'if the target has moved since, a mend begins at both together, and only the cycle is reverted',
  async () => {
    tell(['c.txt'], 'a.txt')
    const made = await world()
    const id = await cycleOf(made, 'a.txt')
    await made.owner.call(executeCycle, { id })
    const held = await commandHeld(server)
    await addAndRemove(made, id)
    const other = await runCycle(made.owner, await cycleOf(made, 'b.txt'))
    expect(other.cycle.status).toBe('completed')
    await held.release()
    const { cycle, tasks } = await endOf(made.owner, id)
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    expect(await filesOf(made, tasks)).toEqual([['a.txt'], ['c.txt']])
    const main = await made.main
    const delivered = await main()
    expect(delivered).toEqual(expect.arrayContaining(['a.txt', 'b.txt', 'c.txt']))
    const { body } = await made.owner.call(goBack, { id: made.projectId, body: { cycleId: id } })
    expect((await runCycle(made.owner, body.cycle.id)).cycle).toMatchObject({ status: 'completed', failure: null })
    expect(await main()).toEqual(delivered.filter((file) => !['a.txt', 'c.txt'].includes(file)))
  },
)
