import { pino } from 'pino'
import type { ScheduledContext } from '../../platform/jobs/index.ts'

/** A turn of scheduled work that nothing ends and whose log is not read. */
export const scheduledContext: ScheduledContext = {
  signal: new AbortController().signal,
  log: pino({ level: 'silent' }),
}
