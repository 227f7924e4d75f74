import { accountSentence, isFact } from '../../../domains/delivery/tasks/rules/account-sentence.ts'
import { unshownOf } from '../../../domains/delivery/tasks/rules/unshown.ts'
import { printable } from '../terminal/text.ts'
import type { Evidence } from './evidence.ts'

/** The facts by which a person decides about a change, such as who still names a removed file. */
export const factLines = (verdict: Evidence['verdict']): string[] =>
  verdict?.findings.filter(isFact).map(({ reason }) => printable(reason)) ?? []

/**
 * “What no test shows” of a change, by file, each entry in a line; what only informs is marked as a note. The reader
 * already knows the sentences in `said`.
 */
export const unshownLines = (verdict: Evidence['verdict'], said: readonly string[] = []): string[] => {
  if (!verdict) return []
  const { files, values, notProbed, count } = unshownOf(verdict, said)
  const notes = notProbed.map((reason) => `  not probed${reason === '' ? '' : `: ${printable(reason)}`}`)
  const account = [
    ...(verdict.account ? [`What shows the change: ${accountSentence(verdict.account)}`] : []),
    ...factLines(verdict).map((line) => `  ${line}`),
  ]
  if (count === 0 && notes.length === 0) return account
  const found = files.flatMap(({ path, entries }) => [
    `  ${printable(path)}`,
    ...entries.map(({ line, text, asks }) => {
      const at = line === undefined ? '' : `${line}: `
      return `    ${at}${printable(text)}${asks ? '' : ' (note)'}`
    }),
  ])
  const untested = values.length === 0 ? [] : [`  asked for, tested by nothing: ${values.map(printable).join(' · ')}`]
  const title = count === 0 ? 'What no test shows:' : `What no test shows (${count}):`
  return [...account, title, ...found, ...untested, ...notes]
}
