import { isDeepStrictEqual } from 'node:util'
import type { Transaction } from '../db/transaction.ts'
import type { Parts } from './parts.ts'
import { type SlotUse, slotUse, newestSteps } from './store.ts'

/** The sandboxes of runs at one moment, and the runs that wait for one. */
interface SlotLook {
  readonly uses: readonly SlotUse[]
  /** When a run last moved, as `performance.now()`. */
  readonly sinceMs: number
}

/** The resource that a waiting run waits for, for the log. */
const waitsFor = ({ machineId }: SlotUse) => (machineId === null ? 'a sandbox' : 'a machine without other steps')

/** True if a run is in line, or has the machine's next exclusive turn. */
const isWaiting = ({ machineId, alone }: SlotUse) => machineId === null || alone

/**
 * Returns a look at the sandboxes now; it is as old as the earlier look if nothing moved between them. Nothing moved if
 * the same runs wait and hold at the same steps, and no process held one of these steps at both looks.
 */
export const lookAfter = (earlier: SlotLook | undefined, uses: readonly SlotUse[], nowMs: number): SlotLook => {
  const isStill =
    earlier !== undefined &&
    uses.some(isWaiting) &&
    isDeepStrictEqual(earlier.uses.map(withoutLease), uses.map(withoutLease)) &&
    !uses.some(({ leaseId }) => leaseId !== null && earlier.uses.some((use) => use.leaseId === leaseId))
  return { uses, sinceMs: isStill ? earlier.sinceMs : nowMs }
}

const withoutLease = ({ leaseId: _leaseId, ...use }: SlotUse) => use

const defaultPace = { everyMs: 15_000, afterMs: 120_000 }
const namedMost = 10

/** Looks whether runs wait for sandboxes and nothing moves, and logs once what waits for what. */
export const watchStandstill = (parts: Pick<Parts, 'database' | 'log'>, { everyMs, afterMs } = defaultPace) => {
  let last: SlotLook | undefined
  let loggedSinceMs: number | undefined
  let looking: Promise<void> | undefined
  const look = async () => {
    last = lookAfter(last, await parts.database.instance(slotUse), performance.now())
    if (performance.now() - last.sinceMs < afterMs || loggedSinceMs === last.sinceMs) return
    loggedSinceMs = last.sinceMs
    const uses = Map.groupBy(last.uses, isWaiting)
    const waiting = await describeRuns(parts, uses.get(true), waitsFor)
    const holding = await describeRuns(parts, uses.get(false), () => undefined)
    const message = 'Runs wait for sandboxes, and no step that has one has moved for two minutes'
    parts.log.error({ waiting, holding }, message)
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => parts.log.warn({ err: error }, 'Could not look at the sandboxes of runs'))
      .finally(() => (looking = undefined))
  }, everyMs)
  return {
    /** Counts the waiting runs by the resource that they wait for; `standstillSeconds` is 0 if no run waits. */
    waits: () => {
      const waiting = last?.uses.filter(isWaiting) ?? []
      const alone = waiting.filter(({ machineId }) => machineId !== null).length
      const sinceMs = last && waiting.length > 0 ? performance.now() - last.sinceMs : 0
      return { sandbox: waiting.length - alone, alone, standstillSeconds: sinceMs / 1_000 }
    },
    stop: async () => {
      clearInterval(timer)
      await looking
    },
  }
}

const describeRuns = (
  { database }: Pick<Parts, 'database'>,
  uses: readonly SlotUse[] = [],
  resourceOf: (use: SlotUse) => string | undefined,
) =>
  Promise.all(
    uses.slice(0, namedMost).map(async (use) => {
      const { workspaceId, runId, machineId } = use
      const [step] = await database.reading(workspaceId, (tx: Transaction) => newestSteps(tx, { runId, limit: 1 }))
      return {
        run: runId,
        workspace: workspaceId,
        step: step?.name,
        status: step?.status,
        machine: machineId,
        for: resourceOf(use),
      }
    }),
  )
