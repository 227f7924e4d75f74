import { expect, test } from 'vitest'
import { dollarsText, spentText, tokensText, type CycleUsage } from './spent.ts'

const usage: CycleUsage = {
  cycleId: 'c',
  calls: 3,
  unpricedCalls: 0,
  estimatedCalls: 0,
  inputTokens: 12_000,
  outputTokens: 400,
  costUsd: 0.1234,
  reservedUsd: 0,
  capUsd: 5,
  tasks: [],
}

test('shows the spent part of a run in tokens, dollars of its cap and time left', () => {
  expect(spentText(usage, 3_480_000)).toBe('12.4k tokens · $0.12 of $5.00 · 58 min left')
  expect(spentText({ ...usage, capUsd: null }, -5)).toBe('12.4k tokens · $0.12 · 0.0 s left')
  expect(spentText(usage, 119_000)).toContain(' · 1 min 59 s left')
})

test('shows no dollars without a price for tokens', () => {
  expect(spentText({ ...usage, costUsd: 0, capUsd: null })).toBe('12.4k tokens')
  expect(spentText({ ...usage, unpricedCalls: 2 })).toContain(' of $5.00 · 2 calls at an unknown price')
  expect(spentText({ ...usage, estimatedCalls: 3 })).toContain(' of $5.00 · 3 calls estimated')
})

test('tokens and dollars are as short as they can be without losing what counts', () => {
  expect([0, 1, 999, 1_000, 999_949, 999_950, 20_000_000].map(tokensText)).toEqual([
    '0 tokens',
    '1 token',
    '999 tokens',
    '1.0k tokens',
    '999.9k tokens',
    '1.0M tokens',
    '20.0M tokens',
  ])
  expect([0, 0.000345, 0.01, 1.005, 250].map(dollarsText)).toEqual(['$0.00', '$0.000345', '$0.01', '$1.00', '$250.00'])
})
