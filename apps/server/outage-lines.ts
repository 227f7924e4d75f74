import type { LoggerOptions } from 'pino'
import { isDatabaseAway } from '../../platform/db/unavailable.ts'
import { openFoldedLog } from '../../platform/http/folded-log.ts'

const outageMs = 60_000

/**
 * The log's hook for an outage of the database: all kinds of work meet it at once, each many times, so it has one line,
 * and one each minute while it lasts, which counts those left out.
 */
export const foldOutages = (nowMs?: () => number): NonNullable<LoggerOptions['hooks']> => {
  const folded = openFoldedLog(nowMs, outageMs)
  return {
    logMethod(args, method) {
      const [fields, ...rest] = args as unknown as [unknown, ...[string]]
      const error = (fields as { readonly err?: unknown } | null)?.err
      if (error instanceof Error && isDatabaseAway(error))
        folded('database', (repeated) => method.apply(this, [{ ...(fields as object), repeated }, ...rest]))
      else method.apply(this, args)
    },
  }
}
