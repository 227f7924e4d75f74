import { counted, durationText, printable } from '../terminal/text.ts'
import type { Evidence } from './evidence.ts'
import { dollarsText } from './spent.ts'

type Examination = NonNullable<NonNullable<Evidence['verdict']>['examination']>

const outcomes = {
  shows_change: 'fails without the change and passes with it',
  passed: 'passes',
  contradicts: 'fails, and the request asks for it',
  not_counted: 'fails, and does not count',
} as const

/** `2 tests by gpt-5 (9.2 s, $0.03): 1 fails, and the request asks for it`; empty if the policy is off. */
export const examinationText = (verdict: Evidence['verdict']): string => {
  const examination = verdict?.examination
  if (!examination) return ''
  if (examination.outcome !== 'ran') return `not examined: ${printable(examination.reason ?? '')}`
  const { tests } = examination
  const against = tests.filter(({ outcome }) => outcome === 'contradicts').length
  const found = against === 0 ? 'none counts against the change' : `${against} against the change`
  return `${counted(tests.length, 'test')} ${spentOn(examination)}: ${found}`
}

/** The result of each test of the examiner, in a line each; below a failing one the words that it follows from. */
export const examinationLines = (verdict: Evidence['verdict']): string[] => {
  const examination = verdict?.examination
  if (!examination) return []
  const { outcome, reason, tests } = examination
  const reasonLines = reason === undefined ? [] : [`  ${printable(reason)}`]
  if (outcome !== 'ran') return ['Not examined:', ...reasonLines]
  const lines = tests.flatMap((test) => [
    `  ${printable(test.name)}: ${outcomes[test.outcome]}`,
    ...(test.quote === undefined ? [] : [`    The request: “${printable(test.quote)}”`]),
  ])
  return [`Tests from the request alone ${spentOn(examination)}:`, ...lines, ...reasonLines]
}

const microsPerDollar = 1_000_000

const spentOn = ({ model = '', durationMs, costMicros }: Examination) => {
  const cost = costMicros > 0 ? `, ${dollarsText(costMicros / microsPerDollar)}` : ''
  return `by ${printable(model)} (${durationText(durationMs)}${cost})`
}
