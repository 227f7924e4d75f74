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

const part = {
  code: 'unseen',
  kind: 'hunk_not_shown',
  path: 'src/a.js',
  line: 3,
  message: 'All tests pass without “n < 1”.',
} as const
const withParts = (doubts: readonly Evidence['findings']['doubts'][number][], more: Partial<Evidence> = {}) => {
  const { acceptance: _tests, ...verdict } = evidence({}).findings.verdict
  const shown = { ...verdict, outcome: 'shown' as const, reasons: doubts.map(({ message }) => message) }
  return decideReview(evidence({ ...more, findings: { verdict: shown, doubts, onlyProse: false } }))
}

test('parts that no test notices go back to the agent once, if nothing else asks a person', () => {
  expect(withParts([part])).toMatchObject({
    verdict: { outcome: 'refused', approved: false, wasToldOfParts: true },
    next: {
      to: 'author',
      feedback: [expect.stringContaining('add a test'), 'src/a.js:3: All tests pass without “n < 1”.'],
      goesOn: true,
    },
  })
  const asked = { verdict: { outcome: 'shown' }, next: { to: 'person' } }
  expect(withParts([part], { wasToldOfParts: true })).toMatchObject(asked)
  expect(withParts([part], { mayGoBack: false })).toMatchObject(asked)
  for (const other of [
    { ...part, kind: 'part_not_judged' },
    { ...part, kind: 'hunk_not_tried' },
    { ...part, path: 'README.md' },
    { code: 'shown' as const, message: 'Only its own tests show it.' },
  ])
    expect(withParts([part, other])).toMatchObject(asked)
  const approval = { value: true, from: 'project' as const }
  expect(withParts([part], { rules: { ...evidence({}).rules, approval } })).toMatchObject(asked)
})
