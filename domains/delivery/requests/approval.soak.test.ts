import { expect, test } from 'vitest'
import { endOf } from '../../../testing/delivery.ts'
import { leftovers } from '../../../testing/leftovers.ts'
import { waitingForApproval } from '../../../testing/requests.ts'
import { testServer } from '../../../testing/server.ts'
import { lengthOf } from '../../../testing/soak.ts'
import { updateProject } from '../../code/projects/contract.ts'
import { executeCycle } from '../runs/contract.ts'
import { stopCycle } from '../cycles/contract.ts'
import { cancelPendingRequest, resolvePendingRequest } from './contract.ts'

const server = await testServer()
const waiting = (given?: Parameters<typeof waitingForApproval>[1]) => waitingForApproval(server, given)

test('a cancelled request fails the cycle, and the project goes on', async () => {
  const { at, owner, projectId, id, request } = await waiting()
  expect((await owner.call(cancelPendingRequest, { id: request.id })).status).toBe(200)
  const { cycle } = await endOf(owner, id)
  const message = 'The request to merge the change was cancelled.'
  expect(cycle).toMatchObject({ status: 'failed', failure: { code: 'denied', message } })
  // Who started the run gave it up.
  expect((await at.rows('letter')).filter(({ kind }) => kind === 'failed_run')).toEqual([])
  await owner.call(updateProject, { id: projectId, body: { requiresApproval: false } })
  expect((await owner.call(executeCycle, { id })).status).toBe(200)
  expect((await endOf(owner, id)).cycle.status).toBe('completed')
})

test('of a hundred people who decide at once one succeeds, and the run goes on by that decision once', async () => {
  const { at, owner, id, request } = await waiting({ maxRevisions: 0 })
  const calls = Array.from({ length: 100 }, (_, index) =>
    index % 3 === 0
      ? owner.call(cancelPendingRequest, { id: request.id })
      : owner.call(resolvePendingRequest, {
          id: request.id,
          body: { status: index % 3 === 1 ? 'approved' : 'denied' },
        }),
  )
  const replies = await Promise.all(calls)
  expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(99).fill(400)])
  const { status } = replies.find((reply) => reply.status === 200)!.body as { status: string }
  expect((await endOf(owner, id)).cycle.status).toBe(status === 'approved' ? 'completed' : 'failed')
  const steps = (await at.rows('run_step')).filter(({ name }) => name === 'apply-decision')
  expect(steps).toMatchObject([{ status: 'done', attempt: 1 }])
  expect(await leftovers(server)).toEqual({})
})

test('a decision and a stop at once leave one of the two ends, whole', async () => {
  const rounds = lengthOf({ daily: 2, soak: 4 })
  const ends: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { owner, id, request } = await waiting()
    const deciding = () => owner.call(resolvePendingRequest, { id: request.id, body: { status: 'approved' } })
    const stopping = () => owner.call(stopCycle, { id })
    const [first, second] = round % 2 ? [deciding, stopping] : [stopping, deciding]
    const replies = await Promise.all([first(), second()])
    for (const { status } of replies) expect([200, 400, 409]).toContain(status)
    expect(replies.map(({ status }) => status)).toContain(200)
    const { cycle, tasks } = await endOf(owner, id)
    expect(['stopped', 'completed']).toContain(cycle.status)
    expect(tasks[0].status).toBe(cycle.status === 'completed' ? 'done' : 'failed')
    ends.push(cycle.status as string)
  }
  expect(ends).toHaveLength(rounds)
  expect(await leftovers(server)).toEqual({})
})
