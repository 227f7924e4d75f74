import { pino } from 'pino'
import type { ScheduledContext, Turn } from '../../platform/jobs/index.ts'

/** A turn of scheduled work that nothing ends and whose log is not read. */
export const scheduledContext: ScheduledContext = {
  signal: new AbortController().signal,
  log: pino({ level: 'silent' }),
  everySeconds: 60,
  late: new Map(),
}

/** The turn of a workspace in it. */
export const unhurriedTurn: Turn = {
  signal: scheduledContext.signal,
  time: scheduledContext.signal,
  log: scheduledContext.log,
}
