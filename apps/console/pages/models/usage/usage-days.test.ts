import { expect, test } from 'vitest'
import { measuresOf, seriesOf, type DailyUsage } from './usage-days.ts'

const row = (day: string, model: string, costUsd: number, tokens = 10): DailyUsage['rows'][number] => ({
  day,
  personId: null,
  personName: null,
  projectId: null,
  projectName: null,
  model,
  calls: 1,
  refusedCalls: 0,
  unpricedCalls: 0,
  estimatedCalls: 0,
  inputTokens: tokens,
  outputTokens: 0,
  costUsd,
})
const march = { from: '2026-03', to: '2026-03', timeZone: 'UTC' }

test('each day of the month up to today is a column, with the sums of the models, the highest first', () => {
  const rows = [row('2026-03-01', 'small', 1), row('2026-03-03', 'large', 4), row('2026-03-03', 'small', 2)]
  const { models, hasOthers, columns } = seriesOf({ ...march, rows }, '2026-03-04', 'cost')
  expect([models, hasOthers]).toEqual([['large', 'small'], false])
  expect(columns).toEqual([
    { key: '2026-03-01', values: [0, 1] },
    { key: '2026-03-02', values: [0, 0] },
    { key: '2026-03-03', values: [4, 2] },
    { key: '2026-03-04', values: [0, 0] },
  ])
  expect(seriesOf({ ...march, rows }, '2026-04-09', 'cost').columns).toHaveLength(31)
})

test('models beyond the three with the highest cost are one series, and nothing is lost', () => {
  const rows = [5, 4, 3, 2, 1].map((cost) => row('2026-03-01', `model ${cost}`, cost))
  const { models, hasOthers, columns } = seriesOf({ ...march, rows }, '2026-03-01', 'cost')
  expect([models, hasOthers]).toEqual([['model 5', 'model 4', 'model 3'], true])
  expect(columns[0]!.values).toEqual([5, 4, 3, 3])
})

test('several months are a column each, the empty ones too', () => {
  const rows = [row('2026-01-31', 'small', 1), row('2026-03-01', 'small', 2), row('2026-03-09', 'small', 3)]
  expect(seriesOf({ ...march, from: '2026-01', rows }, '2026-03-09', 'cost').columns).toEqual([
    { key: '2026-01', values: [1] },
    { key: '2026-02', values: [0] },
    { key: '2026-03', values: [5] },
  ])
})

test('if no call has a price, tokens are shown first; without calls there is no column', () => {
  const rows = [row('2026-03-01', 'local', 0, 70)]
  expect([measuresOf(rows)[0], measuresOf([...rows, row('2026-03-01', 'small', 1)])[0]]).toEqual(['tokens', 'cost'])
  expect(seriesOf({ ...march, rows }, '2026-03-01', 'tokens').columns[0]!.values).toEqual([70])
  expect(seriesOf({ ...march, rows }, '2026-03-01', 'cost').columns).toEqual([])
  expect(seriesOf({ ...march, rows: [] }, '2026-03-04', 'tokens').columns).toEqual([])
})
