import { dayIn } from '../../../accounts/workspaces/rules/day.ts'

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
