import { expect, test } from 'vitest'
import { atelier } from '../program/command.ts'
import type { Evidence } from './evidence.ts'
import { summaryLines } from './summary.ts'
import type { CycleDetail } from './watch-cycle.ts'

const id = '01a1faf1-f351-7335-a158-d5a1b39875c5'
const detailOf = (verdict: string, provedBy: readonly string[] = []) =>
  ({
    cycle: { id, handle: 'SHOP-4', runId: 'r' },
    tasks: [
      { runId: 'r', verdict, provedBy },
      { runId: 'earlier', verdict: 'refused', provedBy: [] },
    ],
  }) as unknown as CycleDetail
const check = (phase: string, name: string, outcome: string) => ({ phase, name, outcome })
const evidenceOf = (checks: readonly object[], checkReruns: readonly object[] = []) =>
  [
    {
      checks,
      checkReruns,
      headSha: 'b',
      files: [
        { path: 'a\u001b[2J.js', additions: 3, deletions: 1 },
        { pathBase64: '/w==', additions: null, deletions: null },
      ],
      packages: { changes: [{ kind: 'added', name: 'left-pad', before: [], after: ['1.3.0'] }] },
    },
  ] as unknown as Evidence[]
const usage = {
  cycleId: id,
  calls: 5,
  inputTokens: 12_000,
  outputTokens: 400,
  costUsd: 0.04,
  unpricedCalls: 0,
  estimatedCalls: 0,
  reservedUsd: 0,
  capUsd: null,
  tasks: [],
}

test('a run is summed up by its verdict, checks, files, packages and cost', () => {
  const evidence = evidenceOf([check('base', 'test', 'failed'), check('task', 'test', 'passed')])
  expect(summaryLines({ detail: detailOf('proved', ['test']), evidence, usage })).toEqual([
    '  Verdict   proved by test',
    '  Checks    test passed (before the change: failed)',
    '  Files     2 files, +3 −1: a\\u{001b}[2J.js, /w==',
    '  Packages  + left-pad 1.3.0',
    `  Logs      ${atelier} logs SHOP-4 --check test`,
    '  Used      12.4k tokens · $0.04 in 5 calls of the model',
  ])
})

test('a check that was run again on request is summed up with its first and last result', () => {
  const again = (name: string, outcome: string | null, commitSha = 'b') => ({ name, outcome, commitSha })
  const onThis = [again('test', 'failed'), again('lint', 'failed'), again('test', 'passed'), again('test', null)]
  const reruns = [...onThis, again('test', 'failed', 'a')]
  const evidence = evidenceOf([check('task', 'test', 'failed')], reruns)
  expect(summaryLines({ detail: detailOf('unverified'), evidence, usage })).toContain(
    '  Checks    test failed, asked again passed',
  )
})

test('a client reads no cost, and a run that ended before its checks has no summary', () => {
  const evidence = evidenceOf([check('task', 'test', 'passed')])
  const lines = summaryLines({ detail: detailOf('unverified'), evidence, usage: null }).join('\n')
  expect(lines).toContain('unverified: no check can judge it, or tests prove less')
  expect(lines).not.toMatch(/Used|Logs/)
  const shown = evidenceOf([check('task', 'test', 'passed'), check('new_tests', 'test', 'failed')])
  expect(summaryLines({ detail: detailOf('shown'), evidence: shown, usage: null }).join('\n')).not.toContain('Logs')
  expect(summaryLines({ detail: detailOf('refused'), evidence: [], usage: null })).toEqual([])
})

test('a run that a model read is summed up with its review', () => {
  const review = { outcome: 'ask', model: 'gpt-5', summary: 'It drops\u001b[2J a test.', findings: [], isCut: true }
  const read = (modelReview: object) =>
    evidenceOf([]).map((task) => ({ ...task, verdict: { modelReview } })) as unknown as Evidence[]
  const lines = (modelReview: object) =>
    summaryLines({ detail: detailOf('unverified'), evidence: read(modelReview), usage: null })
  expect(lines(review)).toContain(
    '  Review    gpt-5 read the beginning of the change and asks for a person. It drops\\u{001b}[2J a test.',
  )
  const none = { ...review, outcome: 'none', summary: 'The reviewer is deactivated.' }
  expect(lines(none)).toContain('  Review    No model reviewed the change: The reviewer is deactivated.')
  expect(lines({ ...none, model: 'offline' }).join('\n')).not.toContain('Review')
})
