import { dayIn } from '../../accounts/workspaces/rules.ts'

/** The value that this share of all values is not above, by nearest rank; undefined without values. */
export const percentile = (values: readonly number[], percent: number): number | undefined => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)]
}

export interface StageEntry {
  readonly stage: string
  readonly at: Date
}

export interface StageDuration {
  readonly stage: string
  readonly seconds: number
  /** The stage that came after it. */
  readonly next: string
}

/** The time in each stage that was left again, in order. `history` is the oldest first. */
export const stageDurations = (history: readonly StageEntry[]): StageDuration[] =>
  history.slice(0, -1).map(({ stage, at }, place) => {
    const next = history[place + 1]!
    return { stage, seconds: secondsBetween(at, next.at), next: next.stage }
  })

export const secondsBetween = (from: Date, until: Date): number =>
  Math.max(0, Math.round((until.getTime() - from.getTime()) / 1_000))

/** Seconds of an item in each of its stages, over all its stays. */
export const secondsByStage = (stays: readonly StageDuration[]): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const { stage, seconds } of stays) sums.set(stage, (sums.get(stage) ?? 0) + seconds)
  return sums
}

/** The ends of stays in one stage: on to a later stage, back to an earlier one, or failed. */
export const passagesOf = (stays: readonly StageDuration[], stage: string, order: readonly string[]) => {
  const place = (name: string) => order.indexOf(name)
  const left = stays.filter((stay) => stay.stage === stage)
  const failed = left.filter(({ next }) => next === 'failed').length
  const returned = left.filter(
    ({ next }) => next !== 'failed' && next !== 'blocked' && place(next) < place(stage),
  ).length
  const waited = left.filter(({ next }) => next === 'blocked').length
  return { left: left.length, passed: left.length - failed - returned - waited, returned, waited, failed }
}

const dayMs = 86_400_000

/** The Monday of a time's week, in this time zone: YYYY-MM-DD. */
export const weekOf = (at: Date, timeZone: string): string => {
  const local = Date.parse(`${dayIn(timeZone, at)}T00:00:00Z`)
  const sinceMonday = (new Date(local).getUTCDay() + 6) % 7
  return new Date(local - sinceMonday * dayMs).toISOString().slice(0, 10)
}

/** Every week between the weeks of two times, with the number of times from each list in it. */
export const weeksOf = <Name extends string>(
  times: Readonly<Record<Name, readonly Date[]>>,
  span: { readonly since: Date; readonly until: Date },
  timeZone: string,
): ({ readonly weekStart: string } & Readonly<Record<Name, number>>)[] => {
  const names = Object.keys(times) as Name[]
  const none = () => Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  const counts = new Map<string, Record<Name, number>>()
  const last = weekOf(span.until, timeZone)
  for (let week = weekOf(span.since, timeZone); week <= last; week = weekAfter(week)) counts.set(week, none())
  for (const name of names)
    for (const at of times[name]) {
      const week = counts.get(weekOf(at, timeZone))
      if (week) week[name] += 1
    }
  return Array.from(counts, ([weekStart, ofWeek]) => ({ weekStart, ...ofWeek }))
}

/** The times at which an item came back to a stage, each after the first; staying in it is no return. */
export const returnsTo = (history: readonly StageEntry[], stage: string): Date[] =>
  history
    .filter((entry, place) => entry.stage === stage && history[place - 1]?.stage !== stage)
    .slice(1)
    .map(({ at }) => at)

const weekAfter = (week: string) => new Date(Date.parse(`${week}T00:00:00Z`) + 7 * dayMs).toISOString().slice(0, 10)
