import { quotedChange } from './quoted-change.ts'

interface LocatedFinding {
  readonly kind?: string | undefined
  readonly line?: number | undefined
  readonly reason: string
}

const foldedKinds: readonly (string | undefined)[] = ['hunk_not_shown', 'hunk_not_tried', 'value_not_shown']
const foldedLeast = 3

/** The kind of findings that are read the same at their lines, or the sentence of another finding. */
export const sentenceOf = ({ kind, reason }: LocatedFinding): string | undefined =>
  quotedChange(kind, reason) === undefined ? reason : kind

const guards = /\b(?:assert|catch|deny|else|ensure|except|expect|guard|if|panic|raise|require|throw|unless)\b/i
const accessOrMoney =
  /access|admin|allow|auth|login|owner|passw|permi|role|secret|session|token|amount|cents|charge|cost|discount|invoice|payment|price|refund|\btax|\btotal/i

/** True for code that refuses, and for code about access or money: a person reads it without a press. */
const isTelling = (reason: string) => guards.test(reason) || accessOrMoney.test(reason)

/** Findings of a file: those that are read first, then those of each kind that are said together. */
export const alikeFindings = <One extends LocatedFinding>(found: readonly One[]): readonly (readonly One[])[] => {
  const groups = Map.groupBy(found, ({ kind, line, reason }) =>
    line !== undefined && foldedKinds.includes(kind) && !isTelling(reason) ? kind : undefined,
  )
  const folded = [...groups].flatMap(([kind, group]) =>
    kind !== undefined && group.length >= foldedLeast ? [group] : [],
  )
  const together = new Set(folded.flat())
  return [...found.filter((one) => !together.has(one)).map((one) => [one]), ...folded]
}

const rangesMost = 6

/** The lines of findings, such as “1–12, 20”. */
export const linesOf = (found: readonly LocatedFinding[]): string => {
  const lines = [...new Set(found.flatMap(({ line }) => line ?? []))].toSorted((one, other) => one - other)
  const starts = lines.filter((line) => !lines.includes(line - 1))
  const ends = lines.filter((line) => !lines.includes(line + 1))
  const ranges = starts.map((start, at) => (start === ends[at] ? `${start}` : `${start}–${ends[at]}`))
  return `${ranges.slice(0, rangesMost).join(', ')}${ranges.length > rangesMost ? ', …' : ''}`
}
