import { afterAll, expect, test } from 'vitest'
import { endOf, runCycle } from '../../../../testing/delivery.ts'
import { commandHeld } from '../../../../testing/held-commands.ts'
import { cycleOf, mends, pathsOf, type World } from '../../../../testing/mended-runs.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { modelSettings } from '../../../../testing/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'
import { getTaskReviewEvidence } from '../../tasks/contract.ts'
import { addCycleTask, removeCycleTask, revertCycle } from '../../planning/contract.ts'
import { executeCycle } from '../contract.ts'
import { getCycle } from '../../cycles/contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer({ ...modelSettings(provider.baseUrl, 'a-key'), ATELIER_SANDBOX_LIMIT: '4' })
const { world, tell } = mends(server, provider)

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

test('where the target has moved meanwhile, a mend begins at both together, and what is reverted is the cycle alone', async () => {
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
  const delivered = main()
  expect(delivered).toEqual(expect.arrayContaining(['a.txt', 'b.txt', 'c.txt']))
  const { body } = await made.owner.call(revertCycle, { id })
  expect((await runCycle(made.owner, body.cycle.id)).cycle).toMatchObject({ status: 'completed', failure: null })
  expect(main()).toEqual(delivered.filter((file) => !['a.txt', 'c.txt'].includes(file)))
})
