import type { FirstChange } from '../../../domains/delivery/repository-reads/rules/first-changes.ts'
import { atelier, quoted } from '../program/command.ts'
import { counted, durationText, listed, printable } from '../terminal/text.ts'

interface Suggested {
  readonly changes: readonly FirstChange[]
  /** The checks that pass, with their number of tests if it is known. */
  readonly passed: readonly { readonly command: string; readonly durationMs: number; readonly tests: number | null }[]
}

/** The changes to begin with, each with its command; without one, what passes and how to wish for something. */
export const firstChangeLines = ({ changes, passed }: Suggested): readonly string[] => {
  if (changes.length === 0) return [`${wellText(passed)}Say what should change: ${atelier} deliver "<your wish>"`]
  const lines = changes.flatMap(({ title, reason, touches, proof }, at) => [
    `${at + 1}. ${printable(title)} (${printable(reason)})`,
    `   Touches ${printable(touches)}. Proved by: ${printable(proof)}.`,
    `   ${atelier} deliver ${quoted(printable(title))}`,
  ])
  return ['Changes to begin with:', ...lines]
}

const wellText = (passed: Suggested['passed']) => {
  const texts = passed.map(
    ({ command, durationMs, tests }) =>
      `${printable(command.split('\n')[0]!)} passes in ${durationText(durationMs)}${tests === null ? '' : ` (${counted(tests, 'test')})`}`,
  )
  return texts.length === 0 ? '' : `${listed(texts)}. `
}
