import { dayIn } from '../../../accounts/workspaces/rules/day.ts'
import { dueDayOf } from './due-day.ts'

const dayMs = 86_400_000

const millisecondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

/** By how many days an invoice is late at a time, as the days are in that time zone. 0 or less: it is not due. */
export const daysLate = (dueAt: string | Date, asOf: number, timeZone = 'UTC'): number =>
  (millisecondsOf(dayIn(timeZone, asOf)) - millisecondsOf(dueDayOf(timeZone, new Date(dueAt)))) / dayMs

/** How long something is overdue, as the report of what is owed sorts it. */
export const ageNames = ['current', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const
export type Age = (typeof ageNames)[number]
