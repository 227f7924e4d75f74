import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { endOf, fileBlock, propose, mergeUnverified } from '../../../testing/delivery.ts'
import { commandHeld, heldCommand } from '../../../testing/runs/held-commands.ts'
import { leftovers } from '../../../testing/runner/leftovers.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { executeCycle, getCycleRunDiagnostics } from '../runs/contract.ts'
import { getCycle, stopCycle } from '../cycles/contract.ts'

// One for runs, one that is kept for requests, and one that a person is in.
const server = await testServer({ ATELIER_SANDBOX_LIMIT: '3' })

const start = async (description: string) => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf({ 'a.txt': 'one\n' }))
  await mergeUnverified(at.owner, projectId)
  const id = await propose(at.owner, projectId, description)
  expect((await at.owner.call(executeCycle, { id })).status).toBe(200)
  return { at, id, diagnostics: async () => (await at.owner.call(getCycleRunDiagnostics, { id })).body }
}
type Started = Awaited<ReturnType<typeof start>>

const held = () => `\`\`\`run\n${heldCommand(server)}\n\`\`\`\n`
const parked = async ({ diagnostics }: Started) => {
  await expect.poll(async () => (await diagnostics()).engineStatus).toBe('parked: sandbox')
  return diagnostics()
}

test('runs wait for a sandbox as parked steps, report it, can be stopped, and the next in line continues when one is free', async () => {
  const { database, parts } = server
  const { workspace } = await scene(server)
  const place = { projectId: uuidv7(), address: undefined }
  const person = await database.within(workspace, (tx) => parts.engine.slots.takeForPeople(tx, place))
  if (typeof person !== 'object' || !('slot' in person)) throw new Error('the sandboxes were not all free')
  const first = await start(held() + fileBlock('b.txt', 'x\n'))
  const command = await commandHeld(server)
  const second = await start(fileBlock('b.txt', 'x\n'))
  expect(await parked(second)).toMatchObject({
    status: 'active',
    failure: null,
    endedAt: null,
    parked: [
      {
        kind: 'sandbox',
        labels: ['sandbox'],
        since: expect.stringMatching(/Z$/),
        details: { active: 2, limit: 3, runs: 1, requests: 0, people: 1, place: 1 },
      },
    ],
    steps: [
      { name: 'check-base', status: 'parked' },
      { name: 'plan', status: 'done' },
    ],
  })
  expect((await second.at.owner.call(getCycle, { id: second.id })).body.cycle.status).toBe('running')
  const third = await start(fileBlock('b.txt', 'x\n'))
  await parked(third)
  expect((await second.at.owner.call(stopCycle, { id: second.id })).status).toBe(200)
  expect((await endOf(second.at.owner, second.id)).cycle.status).toBe('stopped')
  expect((await third.diagnostics()).engineStatus).toBe('parked: sandbox')
  await command.release()
  for (const { at, id } of [first, third]) expect((await endOf(at.owner, id)).cycle.status).toBe('completed')
  expect((await third.diagnostics()).parked).toEqual([])
  await database.within(workspace, (tx) => parts.engine.slots.free(tx, person.slot))
  expect(await leftovers(server)).toEqual({})
})
