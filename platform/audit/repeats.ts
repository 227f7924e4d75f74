import { createHash } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { withoutTrace } from '../telemetry/index.ts'
import { record } from './record.ts'
import type { AuditEntry } from './row.ts'
import { countRepeat, claimRepeat, claimRepeatsBy, claimRepeatsOver, type RepeatRow } from './store.ts'

const minuteMs = 60_000
const claimedAtOnce = 500

/** Rows that a caller could cause without end: the first is written at once, its repeats as one row a minute. */
export type Repeats = ReturnType<typeof openRepeats>

/**
 * The chain is only ever added to, so a row's count cannot grow in it. Counts lie beside it, and become a row of their
 * own, `repeats` in its details, when the minute is over: by this process, by the next such entry, or by a sweep.
 */
export const openRepeats = (database: Database, onError: (error: unknown) => void) => {
  const due = new Map<string, { readonly timer: NodeJS.Timeout; again: boolean }>()
  const settleLater = (workspace: string) => {
    const armed = due.get(workspace)
    if (armed) return void (armed.again = true)
    const timer = later(() => {
      // Repeats that were counted during the write are not over yet.
      const again = due.get(workspace)?.again ?? false
      due.delete(workspace)
      if (again) settleLater(workspace)
      settleRepeats(database, workspace).catch(onError)
    })
    due.set(workspace, { timer: timer.unref(), again: false })
  }
  return {
    /** Records the entry in a transaction of its own. `sameness` decides which entries are repeats. */
    record: async (workspace: string, entry: AuditEntry, sameness: readonly (string | null)[]) => {
      const fingerprint = createHash('sha256').update(JSON.stringify(sameness)).digest()
      const repeats = await database.within(workspace, (tx) => recordOnce(tx, entry, fingerprint))
      if (repeats > 0) settleLater(workspace)
    },
    /** Ends the timers. The sweep of a later process writes the repeats that are left. */
    close: () => {
      for (const { timer } of due.values()) clearTimeout(timer)
    },
  }
}

// A row for many requests belongs to no request's trace.
const later = (work: () => void) => withoutTrace(() => setTimeout(work, minuteMs + 1_000))

const recordOnce = async (tx: Transaction, entry: AuditEntry, fingerprint: Buffer): Promise<number> => {
  const now = await tx.now()
  const { requestId: _requestId, traceId: _traceId, ...lasting } = entry
  const seen = await countRepeat(tx, fingerprint, lasting, now)
  if (seen !== undefined && seen > 0) return seen
  if (seen === undefined) {
    const before = await claimRepeat(tx, { fingerprint })
    if (before) recordRepeats(tx, before)
    await countRepeat(tx, fingerprint, lasting, now)
  }
  record(tx, entry)
  return 0
}

/** Writes the repeats of a workspace whose minute is over, including those from processes that have ended. */
export const settleRepeats = async (database: Database, workspace: string): Promise<void> => {
  for (let count = claimedAtOnce; count === claimedAtOnce;)
    count = await database.within(workspace, async (tx) => {
      const claimed = await claimRepeatsOver(tx, { limit: claimedAtOnce })
      for (const row of claimed) recordRepeats(tx, row)
      return claimed.length
    })
}

/** Writes the repeats of these actors now, whose minute may not be over. */
export const settleRepeatsOf = async (tx: Transaction, actorIds: Iterable<string>): Promise<void> => {
  for (const row of await claimRepeatsBy(tx, { actorIds: [...actorIds] })) recordRepeats(tx, row)
}

const recordRepeats = (tx: Transaction, { entry, repeats, firstAt, lastAt }: RepeatRow) => {
  if (repeats === 0) return
  record(tx, {
    ...entry,
    details: { ...entry.details, repeats, firstAt: firstAt.toISOString(), lastAt: lastAt.toISOString() },
  })
}
