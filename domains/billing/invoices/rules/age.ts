import { sumOf } from '../../billables/rules/amounts.ts'

const dayMs = 86_400_000
const dayOf = (at: number) => Math.floor(at / dayMs)

/** By how many days something is late; days are those of UTC, as the year of a number is. 0 or less: it is not due. */
export const daysLate = (dueAt: string | Date, asOf: number): number => dayOf(asOf) - dayOf(new Date(dueAt).getTime())

/** How long something is overdue, with the most days that belong to it. */
export const ages = { current: 0, upTo30: 30, upTo60: 60, upTo90: 90, over90: Infinity } as const
export type Age = keyof typeof ages
export const ageNames = Object.keys(ages) as [Age, ...Age[]]

export const ageOf = (days: number): Age => ageNames.find((name) => days <= ages[name])!

interface Owed {
  readonly dueAt: string | Date
  readonly totalMinor: number
}

/** What is owed, by age: the sum of the totals of each. Of one currency. */
export const owedByAge = (invoices: readonly Owed[], asOf: number): Record<Age, bigint> => {
  const sumAt = (age: Age) =>
    sumOf(
      invoices.filter(({ dueAt }) => ageOf(daysLate(dueAt, asOf)) === age).map(({ totalMinor }) => BigInt(totalMinor)),
    )
  return Object.fromEntries(ageNames.map((age) => [age, sumAt(age)])) as Record<Age, bigint>
}
