import { expect, test } from 'vitest'
import { sumsBy, type UsageRow } from './usage-sums.ts'

const row = (personId: string | null, projectId: string | null, model: string, costUsd: number): UsageRow => ({
  day: null,
  personId,
  personName: personId,
  projectId,
  projectName: projectId,
  model,
  calls: 2,
  refusedCalls: 1,
  unpricedCalls: 0,
  estimatedCalls: 0,
  inputTokens: 100,
  outputTokens: 10,
  costUsd,
})
const rows = [row('mira', 'shop', 'large', 2), row(null, 'shop', 'small', 1), row('mira', null, 'small', 5)]

test.each([
  [
    'project',
    [
      [null, 5],
      ['shop', 3],
    ],
  ],
  [
    'person',
    [
      ['mira', 7],
      [null, 1],
    ],
  ],
  [
    'model',
    [
      ['small', 6],
      ['large', 2],
    ],
  ],
] as const)('usage is summed by %s, the highest cost first', (dimension, sums) => {
  const key = { project: 'projectId', person: 'personId', model: 'model' } as const
  expect(sumsBy(dimension, rows).map(({ of, costUsd }) => [of[key[dimension]], costUsd])).toEqual(sums)
})

test('a sum has all calls and tokens of its rows', () => {
  expect(sumsBy('person', rows)[0]).toMatchObject({ calls: 4, refusedCalls: 2, inputTokens: 200, outputTokens: 20 })
})
