import { expect, test } from 'vitest'
import { endOf } from '../../../../testing/delivery.ts'
import { commandHeld, heldCommand, holdStep } from '../../../../testing/held-commands.ts'
import { testServer } from '../../../../testing/server.ts'
import { lengthOf } from '../../../../testing/soak.ts'
import { expectCompleted, expectStopped, start, stoppable } from '../../../../testing/stopped-cycles.ts'
import { executeCycle, getCycleRunDiagnostics } from '../contract.ts'
import { stopCycle } from '../../cycles/contract.ts'

// One sandbox for runs, one that is kept for requests.
const server = await testServer({ ATELIER_SANDBOX_LIMIT: '2' })

const steps = [
  'plan',
  'check-base',
  'build-task',
  'check-task',
  'review-task',
  'merge-task',
  'prepare-delivery',
  'deliver',
]
// Before a task, while its agent is at work, and where the target moves.
const chosen = ['plan', 'build-task', 'deliver']

test.each(lengthOf({ daily: chosen, soak: steps }))(
  'a stop at %s leaves nothing but what was committed, and the cycle can run again',
  async (step) => {
    const made = await stoppable(server)
    const held = await holdStep(server, step)
    const id = await start(made)
    await held.reached()
    const stopping = made.at.owner.call(stopCycle, { id })
    await held.someoneWaits()
    await held.release()
    expect(await stopping).toMatchObject({ status: 200, body: { status: 'stopping' } })
    await expectStopped(server, made, id)
    await expectCompleted(made, id, 2)
  },
)

test('a stop ends a check on the base and one on the change', async () => {
  const made = await stoppable(server, [{ name: 'slow', command: heldCommand(server) }])
  const id = await start(made)
  await commandHeld(server)
  await made.at.owner.call(stopCycle, { id })
  await expectStopped(server, made, id)
  expect((await made.at.owner.call(executeCycle, { id })).status).toBe(200)
  await (await commandHeld(server)).release()
  await commandHeld(server)
  await made.at.owner.call(stopCycle, { id })
  await expectStopped(server, made, id)
})

test('stopping the run that holds the sandbox lets the waiting one continue', async () => {
  const first = await stoppable(server)
  const second = await stoppable(server)
  const holding = await start(first, `\`\`\`run\n${heldCommand(server)}\n\`\`\`\n`)
  await commandHeld(server)
  const waiting = await start(second)
  const { owner } = second.at
  await expect
    .poll(async () => (await owner.call(getCycleRunDiagnostics, { id: waiting })).body.engineStatus)
    .toBe('parked: sandbox')
  expect((await first.at.owner.call(stopCycle, { id: holding })).status).toBe(200)
  expect((await endOf(owner, waiting)).cycle.status).toBe('completed')
  await expectStopped(server, first, holding)
})
