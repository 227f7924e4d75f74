import { expect, test } from 'vitest'
import { examinationLines, examinationText } from './examination.ts'

type Verdict = NonNullable<Parameters<typeof examinationText>[0]>
const verdictOf = (examination: Verdict['examination']): Verdict => ({
  approved: false,
  outcome: 'checked',
  provedBy: [],
  reasons: [],
  findings: [],
  reproduced: [],
  untestedValues: [],
  account: null,
  acceptance: null,
  probes: [],
  examination,
  modelReview: null,
})
const ran: NonNullable<Verdict['examination']> = {
  outcome: 'ran',
  model: 'gpt-5',
  check: 'test',
  tests: [
    { file: 'a.test.js', name: 'is even', outcome: 'contradicts', quote: 'It is\u001b[31m even.' },
    { file: 'a.test.js', name: 'adds', outcome: 'shows_change' },
  ],
  files: [],
  durationMs: 9_200,
  costMicros: 30_000,
}
const skipped = { ...ran, outcome: 'not_examined', reason: 'No model.', tests: [] } as const

test('an examination is one line with its model, time, cost, and what counts against the change', () => {
  expect(examinationText(verdictOf(ran))).toBe('2 tests by gpt-5 (9.2 s, $0.03): 1 against the change')
  expect(examinationText(verdictOf({ ...ran, tests: [], costMicros: 0 }))).toBe(
    '0 tests by gpt-5 (9.2 s): none counts against the change',
  )
  expect(examinationText(verdictOf({ ...skipped, tests: [] }))).toBe('not examined: No model.')
  expect(examinationText(verdictOf(null))).toBe('')
})

test('each test has a line, and a failing one the words of the request, which reach the terminal harmless', () => {
  const lines = examinationLines(verdictOf(ran))
  expect(lines).toEqual([
    'Tests from the request alone by gpt-5 (9.2 s, $0.03):',
    '  is even: fails, and the request asks for it',
    expect.stringMatching(/^    The request: “It is.* even\.”$/),
    '  adds: fails without the change and passes with it',
  ])
  expect(lines.join('')).not.toContain('\u001b')
  expect(examinationLines(verdictOf({ ...skipped, tests: [] }))).toEqual(['Not examined:', '  No model.'])
  expect(examinationLines(null)).toEqual([])
})
