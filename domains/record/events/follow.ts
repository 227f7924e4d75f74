import { nextHint } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { EventRow } from './tables.ts'

const pageRows = 200

interface Following {
  readonly workspace: string
  /** The position after which events are wanted. */
  readonly after: number
  readonly signal: AbortSignal
  readonly read: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  readonly page: (tx: Transaction, after: number, limit: number) => Promise<EventRow[]>
  /** Asked when there is nothing more to send: whether nothing more can come. */
  readonly over: (tx: Transaction) => Promise<boolean>
}

/**
 * Events of one kind from a position on, without a gap or a repeat, for as long as somebody listens. What is asked
 * for is read; nothing is kept for a reader. The hint is taken before the read, so that none is missed in between.
 */
export async function* followEvents({
  workspace,
  after,
  signal,
  read,
  page,
  over,
}: Following): AsyncGenerator<EventRow> {
  let position = after
  while (!signal.aborted) {
    const stopped = new AbortController()
    const hint = nextHint(workspace, AbortSignal.any([signal, stopped.signal]))
    // Whether it is over is read before the page: an event that came in between is in the page then.
    const [ended, rows] = await read((tx) => Promise.all([over(tx), page(tx, position, pageRows)]))
    for (const row of rows) yield row
    position = rows.at(-1)?.position ?? position
    if (rows.length === 0 && !ended) await hint
    stopped.abort()
    if (rows.length === 0 && ended) return
  }
}

/** The position behind a `Last-Event-ID`; one that is none counts from the beginning. */
export const positionOf = (lastEventId: string | undefined): number | undefined =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined
