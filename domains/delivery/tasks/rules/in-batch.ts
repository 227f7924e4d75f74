import type { ChangeAccount } from '../contract/verdict.ts'

interface AskedReason {
  readonly code: string
  readonly kind?: string
}

interface FoundPart {
  readonly kind: string
  readonly level: string
  readonly path: string
  readonly line?: number
  readonly reason: string
}

/** Lines that a person reads beside the lines of other changes. */
const batchLinesMost = 3

const codes = ['shown', 'checked', 'unseen', 'approval_required']
/** Lines that hosts and people obey, which are on the screen like parts. */
const lineKinds = ['obeyed_file_changed', 'document_command_changed', 'ci_changed']
const ofParts = ['hunk_not_shown', 'hunk_not_tried', 'part_not_judged', 'value_not_shown', 'shape_changed']
const partKinds = [...ofParts, ...lineKinds]

/** The decision about each of several changes, with the words that the log has. */
export const batchDecision = { status: 'approved', decision: 'Approved together with other changes.' } as const

/** True if a change waits only for its parts, so that it may be decided beside others. */
export const isAskedForParts = (reasons: readonly AskedReason[]): boolean =>
  reasons.length > 0 &&
  reasons.every(({ code, kind }) => codes.includes(code) && (code !== 'unseen' || partKinds.includes(kind ?? '')))

/**
 * The parts that a person has to see before a change is approved together with others; undefined if it is decided
 * separately: for another reason than its parts, or since more than three of its lines are seen by no test.
 */
export const partsInBatch = (
  reasons: readonly AskedReason[],
  verdict: {
    readonly account: Pick<ChangeAccount, 'unseenLines'> | null
    readonly findings: readonly FoundPart[]
  } | null,
): readonly FoundPart[] | undefined => {
  if (!verdict?.account || !isAskedForParts(reasons)) return undefined
  const isOther = verdict.findings.some(({ kind, level }) => level !== 'note' && !partKinds.includes(kind))
  const obeyed = verdict.findings.filter(({ kind }) => lineKinds.includes(kind)).length
  if (isOther || verdict.account.unseenLines + obeyed > batchLinesMost) return undefined
  const parts = verdict.findings.filter(({ kind }) => partKinds.includes(kind))
  return parts.every(isWhole) ? parts : undefined
}

/** How many characters of a part, and of another line, a sentence quotes at most. */
export const partQuotedMost = 400
const lineQuotedMost = 120

/** True if its sentence has the whole change: binary files have no line, long lines are cut, long parts lack some. */
const isWhole = ({ kind, line, reason }: FoundPart) => {
  if (kind === 'shape_changed') return true
  if (line === undefined) return false
  if (lineKinds.includes(kind))
    return !unquoted.test(reason) && reason.split('”').every((before) => !isLong(before, lineQuotedMost))
  const quotes = reason.split('…”').slice(0, -1)
  return !reason.includes(' …') && !quotes.some((before) => isLong(before, partQuotedMost))
}

/** Words of a sentence about lines that it does not quote. */
const unquoted = /…|Also changed|more lines? (?:is|are) gone/

const isLong = (before: string, most: number) => before.length - before.lastIndexOf('“') > most - 1
