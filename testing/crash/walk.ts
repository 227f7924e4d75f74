import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { getCycle } from '../../domains/delivery/cycles/contract.ts'
import { endedStatuses } from '../../domains/delivery/cycles/rules.ts'
import { listPendingRequests, resolvePendingRequest } from '../../domains/delivery/requests/contract.ts'
import type { Caller } from '../caller.ts'
import { eventually } from '../jobs/world.ts'
import { embeddedUrl } from './crash-scene.ts'
import { type CaughtStep, openStepTraps, type StepTraps } from './every-step.ts'
import { sandboxedOf } from './leftovers.ts'
import { type ServerProcess, startProcess } from './server-process.ts'

/** Before which commits of a cycle's steps its server dies. */
export interface CrashWalk {
  readonly name: string
  /** Whether the server dies before this commit, the so manieth of its kind. */
  isDeadly(caught: CaughtStep, count: number): boolean
  /** How many steps end without a death before it; of any number unless it says. */
  readonly survived?: 0
}

/** Dies before each commit of such a kind. */
export const every = (...statuses: readonly CaughtStep['status'][]): CrashWalk => ({
  name: `every step as it becomes ${statuses.join(' or ')}`,
  isDeadly: ({ status }) => statuses.includes(status),
  ...(statuses.includes('done') && { survived: 0 as const }),
})

/** Dies before these commits, each named by its step, its next status and which of that kind it is. */
export const some = (...chosen: readonly string[]): CrashWalk => ({
  name: chosen.join(', '),
  isDeadly: ({ name, status }, count) => chosen.includes(`${name} ${status} ${count}`),
})

export interface WalkServers {
  readonly server: ServerProcess
  readonly traps: StepTraps
}

interface WalkContext {
  readonly root: string
  readonly walk: CrashWalk
  /** Starts the next server over `root`. */
  start(): Promise<ServerProcess>
}

export interface WalkedCycle {
  readonly id: string
  /** Whether a request of this task is to wait for other tasks. */
  isEarly(taskId: string, tasks: readonly { readonly id: string; readonly status: string }[]): boolean
}

/** Starts a server that ends with the test, however that ends. */
export const startServer = async (root: string, settings: Readonly<Record<string, string>>): Promise<ServerProcess> => {
  const server = await startProcess(root, settings)
  onTestFinished(() => server.kill())
  return server
}

/** Brings a cycle to its end through all deaths; gives the last server, and the commits that none came to. */
export const walkThrough = async ({ root, start, walk }: WalkContext, cycle: WalkedCycle, begun: WalkServers) => {
  let { server, traps } = begun
  const isDeadly = judging(walk)
  const deaths = new Set<string>()
  const over = new AbortController()
  // Beside the traps: what a process holds before its commit, a decision may wait for.
  const deciding = (async () => {
    while (!over.signal.aborted) {
      await decide(server.owner, cycle).catch(() => undefined)
      await pause(50)
    }
  })()
  while (!(await isOver(server.owner, cycle.id))) {
    const caught = await traps.caught()
    await traps.release(caught.filter((one) => !isDeadly(one)))
    // A death is a loss to each step that is at work, and the fifth is one too many: they all are before a commit.
    if (caught.some(isDeadly) && (await traps.isStill())) {
      for (const one of await die({ server, traps }, caught)) if (isDeadly(one)) deaths.add(stepOf(one))
      await eventually(async () => (await sandboxedOf(root, [server.pid])).length === 0)
      server = await start()
      traps = await openStepTraps(await embeddedUrl(root))
      await traps.release(caught)
    }
    await pause(20)
  }
  over.abort()
  await deciding
  return { server, traps, deaths }
}

/** Kills the server; gives the commits that it was about to make. */
const die = async ({ server, traps }: WalkServers, caught: readonly CaughtStep[]) => {
  await server.kill()
  // The database's sessions of it would keep the next one waiting.
  const held = await traps.caught().catch(() => [])
  await traps.release(held).catch(() => undefined)
  await traps.close().catch(() => undefined)
  return [...caught, ...held]
}

/** Judges each commit once, and counts those of each kind. */
export const judging = ({ isDeadly }: CrashWalk) => {
  const counts = new Map<string, number>()
  const judged = new Map<string, boolean>()
  return (caught: CaughtStep) => {
    const kind = `${caught.name} ${caught.status}`
    const one = stepOf(caught)
    const before = judged.get(one)
    if (before !== undefined) return before
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    judged.set(one, isDeadly(caught, count))
    return judged.get(one)!
  }
}

export const stepOf = ({ runId, seq, status }: CaughtStep) => `${runId} ${seq} ${status}`

/** Answers and approves what waits. */
export const decide = async (
  owner: Caller,
  { id: cycleId, isEarly }: WalkedCycle,
  mayBeDecided: (requestId: string) => boolean = () => true,
): Promise<void> => {
  const { tasks } = (await owner.call(getCycle, { id: cycleId })).body
  const { body } = await owner.call(listPendingRequests, { query: { status: 'pending', cycleId } })
  for (const { id, taskId } of body as { id: string; taskId: string }[])
    if (mayBeDecided(id) && !isEarly(taskId, tasks))
      await owner.call(resolvePendingRequest, { id, body: { status: 'approved', decision: 'On Mondays.' } })
}

const isOver = async (owner: Caller, id: string) =>
  endedStatuses.includes((await owner.call(getCycle, { id })).body.cycle.status)
