import { dayIn, daysBetween } from '../../../accounts/workspaces/rules/day.ts'

/** The days by which an invoice is late at a time, as the days are in that time zone. 0 or less: it is not due. */
export const daysLate = (dueAt: string | Date, asOf: number, timeZone = 'UTC'): number =>
  daysBetween(dueDayOf(timeZone, new Date(dueAt)), dayIn(timeZone, asOf))

/** How long something is overdue, as the receivables report sorts it. */
export const ageNames = ['current', 'upTo30', 'upTo60', 'upTo90', 'over90'] as const
export type Age = (typeof ageNames)[number]

const dayMs = 86_400_000
const secondMs = 1_000

/**
 * The day on which an invoice is due: `2026-12-10`. A due time in the first or last second of a day of UTC is a date that
 * was written as a time, and names that day everywhere; any other time falls on a day of the workspace.
 */
export const dueDayOf = (timeZone: string, dueAt: Date): string => {
  const ofDay = ((dueAt.getTime() % dayMs) + dayMs) % dayMs
  return dayIn(ofDay < secondMs || ofDay >= dayMs - secondMs ? 'UTC' : timeZone, dueAt)
}
