import type { getModelUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type DailyUsage = Reply<typeof getModelUsage>
type DayRow = DailyUsage['rows'][number]

/** Beside these, the other models are one series: a chart has four at most. */
const modelsMost = 3

export type Measure = 'cost' | 'tokens'

interface UsageSeries {
  /** The models with the highest sums. */
  readonly models: readonly string[]
  readonly hasOthers: boolean
  /** Each day or month of the period up to now, with a sum for each model, then for the others. */
  readonly columns: readonly { readonly key: string; readonly values: readonly number[] }[]
}

/** The measures of a chart, beginning with the default: tokens if no call has a price. */
export const measuresOf = (rows: readonly DayRow[]): readonly [Measure, Measure] =>
  rows.some(({ costUsd }) => costUsd > 0) ? ['cost', 'tokens'] : ['tokens', 'cost']

/** The cost or the tokens by day and model, or by month if the period has several. */
export const seriesOf = ({ from, to, rows }: DailyUsage, today: string, measure: Measure): UsageSeries => {
  const valueOf = ({ costUsd, inputTokens, outputTokens }: DayRow) =>
    measure === 'cost' ? costUsd : inputTokens + outputTokens
  const sumOf = (some: readonly DayRow[]) => some.reduce((sum, row) => sum + valueOf(row), 0)
  const ofModel = [...Map.groupBy(rows, ({ model }) => model)]
    .map(([model, some]) => ({ model, sum: sumOf(some) }))
    .filter(({ sum }) => sum > 0)
    .toSorted((one, other) => other.sum - one.sum)
  const models = ofModel.slice(0, modelsMost).map(({ model }) => model)
  const hasOthers = ofModel.length > models.length
  const keyOf = (day: string | null) => (from === to ? day : (day?.slice(0, 7) ?? null))
  const ofKey = Map.groupBy(rows, ({ day }) => keyOf(day))
  const columns = keysOf(from, to, today).map((key) => {
    const some = ofKey.get(key) ?? []
    const ofModels = models.map((name) => sumOf(some.filter(({ model }) => model === name)))
    const ofOthers = sumOf(some.filter(({ model }) => !models.includes(model)))
    return { key, values: hasOthers ? [...ofModels, ofOthers] : ofModels }
  })
  return { models, hasOthers, columns: ofModel.length === 0 ? [] : columns }
}

/** The days of a month that began, or the months of a longer period. */
const keysOf = (from: string, to: string, today: string): string[] => {
  const keys: string[] = []
  if (from === to) {
    for (let at = `${from}-01`; at.startsWith(from) && at <= today; at = dayAfter(at)) keys.push(at)
    return keys
  }
  for (let at = from; at <= to; at = monthAfter(at)) keys.push(at)
  return keys
}

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

const monthAfter = (month: string) => {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString().slice(0, 7)
}
