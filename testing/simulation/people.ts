import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createProject, updateProject } from '../../domains/code/projects/contract.ts'
import { addCycleTask, proposeCycle } from '../../domains/delivery/planning/contract.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { getCycle, stopCycle } from '../../domains/delivery/cycles/contract.ts'
import { isOver, type CycleStatus } from '../../domains/delivery/cycles/rules.ts'
import {
  cancelPendingRequest,
  listPendingRequests,
  resolvePendingRequest,
} from '../../domains/delivery/requests/contract.ts'
import { takesIdempotencyKey, type Operation } from '../../platform/contract/index.ts'
import type { Caller, Reply } from '../caller.ts'
import type { Chance } from './chance.ts'
import { failureOf } from './failure-of.ts'
import { type RandomCycle, randomCycle } from './cycles.ts'
import type { Processes } from './processes.ts'

/** Calls one process after another until one answers; a change bears the same key each time, so that it is made once. */
export const callerAt = (processes: Pick<Processes, 'owner'>, patienceMs = 20_000) => {
  let turn = 0
  return async (operation: Operation, input: Parameters<Caller['call']>[1] = {}, bytes?: Buffer): Promise<Reply> => {
    const key = takesIdempotencyKey(operation) && { 'idempotency-key': randomUUID() }
    const headers = { ...key, ...input.headers }
    const content = bytes && { body: new Uint8Array(bytes) }
    for (;;) {
      turn += 1
      const signal = AbortSignal.timeout(patienceMs)
      const reply = await answerOf(processes.owner(turn), operation, { ...input, headers }, { signal, ...content })
      if (reply && reply.status < 500 && reply.status !== 429 && reply.body?.code !== 'idempotency_in_progress')
        return reply
      await pause(200)
    }
  }
}

const answerOf = async (owner: Caller, ...request: Parameters<Caller['open']>) => {
  try {
    const response = await owner.open(...request)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: JSON.parse(text) }
  } catch {
    return undefined
  }
}

export type Call = ReturnType<typeof callerAt>

export const expected = (reply: Reply, ...statuses: readonly number[]) => {
  if (statuses.includes(reply.status)) return reply.body
  throw new Error(`An answer of ${reply.status}: ${JSON.stringify(reply.body)}`)
}

/** A project whose cycles run one after another until each is over; gives its id. */
export const workProject = async (processes: Processes, chance: Chance, number: number): Promise<string> => {
  const call = callerAt(processes)
  const project = expected(await call(createProject, { body: { name: `Project ${number}` } }), 201)
  const review = { shown: 'merge', checked: 'merge', unverified: 'merge', weakened: 'merge', packages: 'merge' }
  const body = { requiresApproval: chance.is(0.3), runtime: { review, planning: { tasksAtOnce: 1 + chance.below(3) } } }
  expected(await call(updateProject, { id: project.id, body }), 200)
  const id = project.id as string
  for (let left = 1 + chance.below(2); left > 0; left -= 1)
    await runCycle(call, id, randomCycle(chance, `${number}.${left}`), chance)
  return id
}

const runCycle = async (call: Call, projectId: string, { tasks, isStopped }: RandomCycle, chance: Chance) => {
  const proposed = { projectId, title: 'A change', description: 'What its tasks say.' }
  const { id } = expected(await call(proposeCycle, { body: proposed }), 202).cycle
  const ids: string[] = []
  for (const { title, description, needs } of tasks) {
    const body = { title, description, dependsOn: needs.map((at) => ids[at]!) }
    ids.push(expected(await call(addCycleTask, { id, body }), 201).id as string)
  }
  expected(await call(executeCycle, { id }), 200)
  const stopsAfterMs = isStopped ? chance.below(8_000) : undefined
  if (stopsAfterMs !== undefined) {
    await pause(stopsAfterMs)
    // It may be over by then.
    expected(await call(stopCycle, { id }), 200, 400, 409)
  }
  for (;;) {
    const { cycle } = expected(await call(getCycle, { id }), 200)
    if (isOver(cycle.status as CycleStatus)) return
    await pause(500)
  }
}

/** Decides what waits, mostly for it, until it is ended. `failed` rejects where an answer was not to be expected. */
export const decideAll = (processes: Processes, chance: Chance) => {
  const over = new AbortController()
  const call = callerAt(processes)
  const work = (async () => {
    while (!over.signal.aborted) {
      const waiting = expected(await call(listPendingRequests, { query: { status: 'pending' } }), 200)
      for (const { id } of waiting as { id: string }[]) await decide(call, id, chance)
      await pause(500)
    }
  })()
  return {
    failed: failureOf(work),
    end: async (): Promise<void> => {
      over.abort()
      await work
    },
  }
}

const decide = async (call: Call, id: string, chance: Chance) => {
  const kind = chance.below(10)
  const decision = kind === 0 ? { status: 'denied', feedback: 'Once more.' } : { status: 'approved', decision: 'Yes.' }
  // It may be decided by its run's end.
  if (kind === 1) expected(await call(cancelPendingRequest, { id }), 200, 400)
  else expected(await call(resolvePendingRequest, { id, body: decision }), 200, 400)
}
