import type { Database } from '../../platform/db/database.ts'
import type { Payer } from './budget.ts'
import { releaseHolds } from './store-holds.ts'

/** Money that is reserved in the budgets of a payer for a call that is not made yet. */
export interface Hold {
  readonly id: string
  readonly micros: number
}

/** What this process has held ahead. Each hold is taken by one call, or given back a moment later. */
export interface Holds {
  /** Takes one out that covers `micros`; nobody else is given it. */
  take(payer: Payer, micros: number): Hold | undefined
  /** Whether one more is of use. */
  isWanted(payer: Payer): boolean
  keep(payer: Payer, hold: Hold): void
  /** Lets others wait for a settlement whose caller has the answer; it may not throw. */
  awaiting(payer: Payer, settling: Promise<void>): Promise<void>
  /** Waits for such settlements of a workspace, and gives back what is held there. */
  clear(workspaceId: string): Promise<void>
  /** Gives back what nobody took. */
  close(): Promise<void>
}

/** After this long an unused hold is given back. */
const idleMs = 10_000
/** A hold that this process does not end is counted as spent after this long; by then its call is recorded or cut off. */
export const holdLongestMs = 60_000
const aheadMost = 4
const workspacesMost = 1_000

interface Idle extends Hold {
  readonly endpointId: string | undefined
  readonly untilMs: number
}

export const openHolds = (database: Database): Holds => {
  /** By workspace, the newest last. */
  const idle = new Map<string, readonly Idle[]>()
  const underWay = new Map<Promise<void>, string>()
  let isClosed = false
  const idleOf = ({ workspaceId, runId, endpointId }: Payer) => {
    // For a run, whose budgets people watch and whose end gives back what it reserved, nothing is held.
    const all = runId === undefined ? (idle.get(workspaceId) ?? []) : []
    return all.filter((hold) => hold.endpointId === endpointId)
  }
  const awaiting = async (workspaceId: string, work: Promise<void>) => {
    underWay.set(work, workspaceId)
    await work.finally(() => underWay.delete(work))
  }
  const giveBack = (workspaceId: string, isOver: (hold: Idle) => boolean): Promise<void> => {
    const over = (idle.get(workspaceId) ?? []).filter(isOver)
    if (over.length === 0) return Promise.resolve()
    drop(idle, workspaceId, over)
    const ids = over.map(({ id }) => id)
    return awaiting(
      workspaceId,
      database.within(workspaceId, (tx) => releaseHolds(tx, workspaceId, ids)),
    )
  }
  const giving = setInterval(() => {
    const nowMs = performance.now()
    const given = [...idle.keys()].map((one) => giveBack(one, ({ untilMs }) => untilMs <= nowMs))
    // What cannot be given back expires.
    Promise.all(given).catch(() => undefined)
  }, idleMs / 2).unref()
  return {
    take: (payer, micros) => {
      const nowMs = performance.now()
      const found = idleOf(payer).findLast((hold) => hold.micros >= micros && hold.untilMs > nowMs)
      if (found) drop(idle, payer.workspaceId, [found])
      return found
    },
    isWanted: (payer) =>
      !isClosed && payer.runId === undefined && idle.size < workspacesMost && idleOf(payer).length < aheadMost,
    keep: ({ workspaceId, endpointId }, hold) => {
      const kept = { ...hold, endpointId, untilMs: performance.now() + idleMs }
      idle.set(workspaceId, [...(idle.get(workspaceId) ?? []), kept])
    },
    awaiting: ({ workspaceId }, settling) => awaiting(workspaceId, settling),
    clear: async (workspaceId) => {
      await Promise.allSettled([...underWay].filter(([, of]) => of === workspaceId).map(([work]) => work))
      await giveBack(workspaceId, () => true)
    },
    close: async () => {
      isClosed = true
      clearInterval(giving)
      await Promise.allSettled(underWay.keys())
      await Promise.allSettled([...idle.keys()].map((workspaceId) => giveBack(workspaceId, () => true)))
    },
  }
}

const drop = (idle: Map<string, readonly Idle[]>, workspaceId: string, gone: readonly Idle[]) => {
  const left = (idle.get(workspaceId) ?? []).filter((hold) => !gone.includes(hold))
  if (left.length > 0) idle.set(workspaceId, left)
  else idle.delete(workspaceId)
}
