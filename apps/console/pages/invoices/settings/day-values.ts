import { daysMost, earliestDay, latestDay } from '../../../../../domains/billing/invoice-letters/rules.ts'

export const sides = ['before', 'after'] as const
export type Side = (typeof sides)[number]

/** A day as it is typed. */
export interface TypedDay {
  readonly count: string
  readonly side: Side
}

export const typedDays = (days: readonly number[]): readonly TypedDay[] =>
  days
    .toSorted((one, other) => one - other)
    .map((day) => ({ count: String(Math.abs(day)), side: day < 0 ? 'before' : 'after' }))

/** The number of days after the due day; undefined if the typed text is not a number. */
export const dayOf = ({ count, side }: TypedDay): number | undefined => {
  if (!/^\d{1,2}$/.test(count.trim())) return undefined
  const day = side === 'before' ? -Number(count) : Number(count)
  return day >= earliestDay && day <= latestDay ? day + 0 : undefined
}

/** The typed days, in their order; undefined if one is no day, or is repeated. */
export const daysOf = (typed: readonly TypedDay[]): number[] | undefined => {
  const days = typed.map(dayOf)
  const right = days.filter((day) => day !== undefined)
  const isRight = right.length === days.length && new Set(right).size === right.length && right.length <= daysMost
  return isRight ? right.toSorted((one, other) => one - other) : undefined
}
