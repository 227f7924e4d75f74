import pLimit from 'p-limit'
import type { ScheduledContext } from './schedule.ts'

/** How `eachDue` goes on. */
interface DueOptions<Row> {
  /** The log message of a row whose work failed. */
  readonly failure: string
  /** The log's fields of such a row. */
  readonly about?: (row: Row) => Readonly<Record<string, unknown>>
  /** How many rows are worked on at the same time; one without it. */
  readonly atOnce?: number
}

/**
 * Does `work` for each row, in their order; a `signal` that aborts leaves the rest for the next turn. A row that fails is
 * logged, and does not hold up the others.
 */
export const eachDue = async <Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  { signal, log }: ScheduledContext,
  { failure, about, atOnce = 1 }: DueOptions<Row>,
): Promise<void> => {
  const one = async (row: Row) => {
    if (signal.aborted) return
    try {
      await work(row)
    } catch (error) {
      log.error({ err: error, ...about?.(row) }, failure)
    }
  }
  const limit = pLimit(atOnce)
  await Promise.all(rows.map((row) => limit(one, row)))
}
