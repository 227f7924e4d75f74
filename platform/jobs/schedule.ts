import type { Log } from './log.ts'
import type { Parts } from './parts.ts'
import { claimTurn, endTurn, insertScheduled, renewTurn } from './turns.ts'

export interface ScheduledContext {
  /** Aborted when this process shuts down, or when another may have taken the turn. */
  readonly signal: AbortSignal
  readonly log: Log
}

export interface ScheduledWork {
  readonly name: string
  readonly everySeconds: number
  readonly work: (context: ScheduledContext) => Promise<void>
}

const slowestLookMs = 5_000

/** Carries each work out on one process at a time, `everySeconds` after it last ended, wherever that was. */
export const startSchedule = (parts: Parts, works: readonly ScheduledWork[]): { stop(): Promise<void> } => {
  const stopping = new AbortController()
  const loops = works.map((work) => keepRunning(parts, work, stopping.signal))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

const keepRunning = async (parts: Parts, work: ScheduledWork, stopping: AbortSignal) => {
  while (!stopping.aborted) {
    try {
      await parts.database.instance((tx) => insertScheduled(tx, work.name))
      const mine = await parts.database.instance((tx) => claimTurn(tx, work.name, parts.worker, parts.leaseMs))
      if (mine) await takeTurn(parts, work, stopping)
    } catch (error) {
      parts.log.error({ err: error, work: work.name }, 'Scheduled work could not be looked after; it is tried again')
    }
    await pause(Math.min(slowestLookMs, work.everySeconds * 1_000), stopping)
  }
}

const takeTurn = async (parts: Parts, { name, everySeconds, work }: ScheduledWork, stopping: AbortSignal) => {
  const lost = new AbortController()
  let confirmedAtMs = performance.now()
  const renew = async () => {
    if (performance.now() - confirmedAtMs > parts.leaseMs) lost.abort()
    const atMs = performance.now()
    const mine = await parts.database.instance((tx) => renewTurn(tx, name, parts.worker, parts.leaseMs))
    if (mine) confirmedAtMs = atMs
    else lost.abort()
  }
  const timer = setInterval(() => void renew().catch(() => undefined), parts.leaseMs / 4)
  try {
    await work({ signal: AbortSignal.any([stopping, lost.signal]), log: parts.log })
  } catch (error) {
    parts.log.error({ err: error, work: name }, 'Scheduled work ended in an error; it runs again at its next turn')
  } finally {
    clearInterval(timer)
    await parts.database.instance((tx) => endTurn(tx, name, parts.worker, everySeconds))
  }
}

const pause = (ms: number, stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      stopped.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    stopped.addEventListener('abort', end, { once: true })
    if (stopped.aborted) end()
  })
