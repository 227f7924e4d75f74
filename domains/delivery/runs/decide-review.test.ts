import { expect, test } from 'vitest'
import { decideReview, type Evidence } from './decide-review.ts'

const acceptance = (whole: boolean) => ({
  outcome: 'ran' as const,
  check: 'test',
  whole,
  tests: [{ file: 'a.test.js', name: 'takes one', outcome: 'failed' as const, message: '5 !== 4' }],
  files: [],
  durationMs: 1,
})
const sentence = 'An acceptance test fails over the change: “takes one”. 5 !== 4'

const evidence = (more: Partial<Evidence>, whole = true): Evidence => ({
  findings: {
    verdict: {
      approved: false,
      outcome: 'unverified',
      provedBy: [],
      reasons: [sentence],
      acceptance: acceptance(whole),
    },
    doubts: [{ code: 'acceptance', message: sentence }],
    onlyProse: false,
  },
  action: 'ask',
  rules: {
    policies: {
      shown: 'ask',
      checked: 'ask',
      unverified: 'ask',
      weakened: 'ask',
      model: 'off',
      probes: 'on',
      examiner: 'off',
      packages: 'merge',
    },
    approval: { value: false, from: 'instance' },
    reworksMost: 1,
  },
  mayGoBack: true,
  unfinished: undefined,
  model: undefined,
  packages: [],
  log: 'what the checks printed',
  ...more,
})

test('an acceptance test that fails goes back to the agent by name and message, and then to a person', () => {
  expect(decideReview(evidence({}))).toMatchObject({
    verdict: { outcome: 'refused', approved: false },
    next: { to: 'author', feedback: [sentence] },
  })
  expect(decideReview(evidence({ mayGoBack: false }))).toMatchObject({
    verdict: { outcome: 'unverified' },
    next: { to: 'person', reasons: [{ code: 'acceptance', message: sentence }] },
  })
  // While other tasks of the run are at work, it says nothing.
  const early = evidence({ action: 'merge' }, false)
  expect(decideReview({ ...early, findings: { ...early.findings, doubts: [] } }).next).toEqual({ to: 'merge' })
})
