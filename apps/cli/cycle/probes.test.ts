import { expect, test } from 'vitest'
import { probeLines, probesText } from './probes.ts'

type Verdict = NonNullable<Parameters<typeof probesText>[0]>
const verdictOf = (probes: Verdict['probes']): Verdict => ({
  approved: true,
  outcome: 'proved',
  provedBy: ['test'],
  reasons: [],
  findings: [],
  reproduced: [],
  untestedValues: [],
  account: null,
  acceptance: null,
  probes,
  examination: null,
  modelReview: null,
})
const ran = { name: 'identity', check: 'test', outcome: 'ran', durationMs: 400, findings: 0 } as const
const skipped = { name: 'traps', check: 'test', outcome: 'not_probed', reason: 'No test.', findings: 0 } as const

test('the probes that ran are named with their total time and findings', () => {
  expect(probesText(verdictOf([ran, skipped]))).toBe('identity (0.4 s): no finding')
  expect(probesText(verdictOf([{ ...ran, findings: 2 }]))).toBe('identity (0.4 s): 2 findings')
  expect(probesText(verdictOf([skipped]))).toBe('')
  expect(probesText(verdictOf([{ ...ran, outcome: 'off' }]))).toBe('off')
  expect(probesText(null)).toBe('')
})

test('each probe has a line, with the reason when it did not run', () => {
  expect(probeLines(verdictOf([ran, skipped]))).toEqual([
    'Probes:',
    '  identity, test: no finding (0.4 s)',
    '  traps, test: No test.',
  ])
  expect(probeLines(verdictOf([]))).toEqual([])
  expect(probeLines(verdictOf([skipped, { ...skipped, name: 'identity' }]))).toEqual([])
})
