import { dayIn, daysBetween } from '../../../accounts/workspaces/rules/day.ts'
import { dueDayOf } from './due-day.ts'

/** The days by which an invoice is late at a time, as the days are in that time zone. 0 or less: it is not due. */
export const daysLate = (dueAt: string | Date, asOf: number, timeZone = 'UTC'): number =>
  daysBetween(dueDayOf(timeZone, new Date(dueAt)), dayIn(timeZone, asOf))

/** How long something is overdue, as the receivables report sorts it. */
export const ageNames = ['current', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const
export type Age = (typeof ageNames)[number]
