import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from './log.ts'
import type { Parts } from './parts.ts'
import { claimSchedules, releaseSchedule, renewSchedule } from './store-schedules.ts'

/** The context of each pass of a scheduled job. */
export interface ScheduledContext {
  /** Aborted when this process shuts down, or when another may have claimed the schedule. */
  readonly signal: AbortSignal
  readonly log: Log
  readonly everySeconds: number
  /** Work that continues in workspaces whose time of an earlier pass was over. */
  readonly late: Map<string, Promise<void>>
}

/** Work that is done again and again, without a run. */
export interface ScheduledWork {
  readonly name: string
  readonly everySeconds: number
  /** Carried out on every machine, by one process of it at a time: the work is on the machine's own disk. */
  readonly onEachMachine?: boolean
  readonly work: (context: ScheduledContext) => Promise<unknown>
}

const slowestLookMs = 5_000

/**
 * Carries each work out on one process at a time, `everySeconds` after it last ended, wherever that was, or after a
 * process first declared it: a new instance has nothing to do yet. A process looks once for all of them, and then sleeps
 * until the next one is due, for five seconds at most.
 */
export const startSchedule = (parts: Parts, declared: readonly ScheduledWork[]): { stop(): Promise<void> } => {
  const works = declared.map((work) => ({ ...work, name: rowNameOf(parts.machine, work) }))
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const looking = keepLooking(parts, works, running, stopping.signal)
  return {
    stop: async () => {
      stopping.abort()
      await looking
      await Promise.all(running.values())
    },
  }
}

const keepLooking = async (
  parts: Parts,
  works: readonly ScheduledWork[],
  running: Map<string, Promise<void>>,
  stopping: AbortSignal,
) => {
  while (!stopping.aborted && works.length > 0) {
    const ended = new AbortController()
    let waitMs = slowestLookMs
    try {
      const idle = works.filter(({ name }) => !running.has(name))
      const { worker: process, leaseMs } = parts
      const names = idle.map(({ name }) => name)
      const seconds = idle.map(({ everySeconds }) => everySeconds)
      const look = await parts.database.instance((tx) => claimSchedules(tx, { names, seconds, process, leaseMs }))
      for (const work of idle.filter(({ name }) => look.claimed.includes(name))) {
        const run = runScheduled(parts, work, stopping).finally(() => {
          running.delete(work.name)
          ended.abort()
        })
        running.set(work.name, run)
      }
      waitMs = Math.min(slowestLookMs, Math.max(0, look.waitMs ?? slowestLookMs))
    } catch (error) {
      parts.log.error({ err: error }, 'Could not check scheduled jobs; will retry')
    }
    await pause(waitMs, AbortSignal.any([stopping, ended.signal]))
  }
}

/** As in the table: with the id of the machine where each machine has a row of its own. */
const rowNameOf = (machine: string, { name, onEachMachine }: Pick<ScheduledWork, 'name' | 'onEachMachine'>) =>
  onEachMachine ? `${name}@${machine}` : name

const runScheduled = async (parts: Parts, { name, everySeconds, work }: ScheduledWork, stopping: AbortSignal) => {
  const lost = new AbortController()
  let confirmedAtMs = performance.now()
  const renew = async () => {
    if (performance.now() - confirmedAtMs > parts.leaseMs) lost.abort()
    const atMs = performance.now()
    const { worker: process, leaseMs } = parts
    const mine = await parts.database.instance((tx) => renewSchedule(tx, { name, process, leaseMs }))
    if (mine) confirmedAtMs = atMs
    else lost.abort()
  }
  const timer = setInterval(() => void renew().catch(() => undefined), parts.leaseMs / 4)
  const signal = AbortSignal.any([stopping, lost.signal])
  const late = new Map<string, Promise<void>>()
  const pass = async () => {
    try {
      await work({ signal, log: parts.log, everySeconds, late })
    } catch (error) {
      parts.log.error({ err: error, work: name }, 'Scheduled job failed; it runs again when next due')
    }
  }
  await pass()
  // Only this process knows that an earlier pass still works, so it keeps the claim until that has ended.
  while (late.size > 0 && !signal.aborted) {
    const ended = new AbortController()
    const allEnded = Promise.all(late.values()).finally(() => ended.abort())
    const either = AbortSignal.any([signal, ended.signal])
    await pause(everySeconds * 1_000, either)
    if (either.aborted) await allEnded
    else await pass()
  }
  clearInterval(timer)
  // A claim that cannot be released now ends with its lease.
  await parts.database
    .instance((tx) => releaseSchedule(tx, { name, process: parts.worker, everySeconds }))
    .catch((error: unknown) =>
      parts.log.error({ err: error, work: name }, 'Could not release the claim of a scheduled job'),
    )
}

/** Waits until the time is over or `signal` aborts. */
const pause = (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }).catch(() => undefined)
