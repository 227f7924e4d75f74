import pLimit from 'p-limit'
import type { Log } from './log.ts'

/** A workspace's turn in a pass of a scheduled job: only `inWorkspaces` creates it. */
export interface Turn {
  /** Aborted when this process shuts down: the current work ends. */
  readonly signal: AbortSignal
  /** Aborted as `signal` is, and when the time of the workspace is over: nothing more is begun. */
  readonly time: AbortSignal
  readonly log: Log
}

/** How `eachDue` continues. */
export interface DueOptions<Row> {
  /** The log message of a row whose work failed. */
  readonly failure: string
  /** The log's fields of such a row. */
  readonly about?: (row: Row) => Readonly<Record<string, unknown>>
  /** How many rows are worked on at the same time; one without it. */
  readonly atOnce?: number
}

/**
 * Does `work` for each row of a workspace, in their order; what its time leaves over is done in a later turn. A row that
 * fails is logged, and does not hold up the others.
 */
export const eachDue = async <Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  { time, log }: Turn,
  { failure, about, atOnce = 1 }: DueOptions<Row>,
): Promise<void> => {
  const one = async (row: Row) => {
    if (time.aborted) return
    try {
      await work(row)
    } catch (error) {
      log.error({ err: error, ...about?.(row) }, failure)
    }
  }
  const limit = pLimit(atOnce)
  await Promise.all(rows.map((row) => limit(one, row)))
}
