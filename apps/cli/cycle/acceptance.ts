import { counted, listed, printable } from '../terminal/text.ts'
import type { Evidence } from './evidence.ts'

const outcomes = {
  proves: 'fails without the change and passes with it',
  passed: 'passes, also without the change',
  failed: 'fails',
} as const

/** `2 acceptance tests of Ada: 1 fails`; empty without acceptance tests. */
export const acceptanceText = (verdict: Evidence['verdict']): string => {
  const acceptance = verdict?.acceptance
  if (!acceptance) return ''
  const { outcome, reason = '', tests, files } = acceptance
  if (outcome !== 'ran') return `acceptance tests did not run: ${printable(reason)}`
  const failing = tests.filter((test) => test.outcome === 'failed').length
  const givers = [...new Set(files.map(({ givenByName }) => printable(givenByName ?? 'a former member')))]
  const found = failing === 0 ? 'all pass' : `${counted(failing, 'test')} ${failing === 1 ? 'fails' : 'fail'}`
  return `${counted(tests.length, 'acceptance test')} of ${listed(givers)}: ${found}`
}

/** The result of each acceptance test, in a line each, and its runner's message about a failure. */
export const acceptanceLines = (verdict: Evidence['verdict']): string[] => {
  const text = acceptanceText(verdict)
  if (text === '') return []
  const lines = verdict!.acceptance!.tests.map(
    ({ name, outcome, message }) =>
      `  ${printable(name)}: ${outcomes[outcome]}${message === undefined ? '' : ` (${printable(message)})`}`,
  )
  return [`${text[0]!.toUpperCase()}${text.slice(1)}`, ...lines]
}
