import { expect, test } from 'vitest'
import { decideReview, type Evidence } from './decide-review.ts'

const acceptance = (whole: boolean) => ({
  outcome: 'ran' as const,
  check: 'test',
  whole,
  tests: [
    { file: 'a.test.js', name: 'takes one', outcome: 'failed' as const, message: '5 !== 4', told: 'name' as const },
  ],
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

const told =
  'Acceptance test 1 of 1 fails over the change: “takes one”. It expects another value. Read the request again; the test is not shown.'

test('an acceptance test that fails goes back to the agent once, without the output of the runner, and then to a person', () => {
  expect(decideReview(evidence({}))).toMatchObject({
    verdict: { outcome: 'refused', approved: false, wasToldOfAcceptance: true },
    next: { to: 'author', feedback: [told] },
  })
  const asked = { to: 'person', reasons: [{ code: 'acceptance', message: sentence }] }
  expect(decideReview(evidence({ wasTold: true })).next).toMatchObject(asked)
  expect(decideReview(evidence({ mayGoBack: false }))).toMatchObject({
    verdict: { outcome: 'unverified' },
    next: { to: 'person', reasons: [{ code: 'acceptance', message: sentence }] },
  })
  // While other tasks of the run are at work, it decides nothing.
  const early = evidence({ action: 'merge' }, false)
  expect(decideReview({ ...early, findings: { ...early.findings, doubts: [] } }).next).toEqual({ to: 'merge' })
})

test('one of three tests is held back, and the others go back as long as the project lets them', () => {
  const at = evidence({ wasTold: true })
  const [one] = acceptance(true).tests
  const { told: _told, ...held } = one!
  const decide = (tests: readonly (typeof one)[]) => {
    const verdict = { ...at.findings.verdict, acceptance: { ...acceptance(true), tests: [...tests] as never } }
    return decideReview({ ...at, findings: { ...at.findings, verdict } }).next
  }
  const passed = { ...held, outcome: 'passed' as never, message: '' }
  expect(decide([one!, passed as never, held as never])).toEqual({
    to: 'author',
    feedback: [told.replace('1 of 1', '1 of 3')],
  })
  expect(decide([passed as never, passed as never, held as never])).toMatchObject({ to: 'person' })
})
