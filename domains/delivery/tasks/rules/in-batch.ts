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

interface AccountedVerdict {
  readonly account: { readonly unseen: number; readonly unseenLines: number } | null
  readonly findings: readonly FoundPart[]
}

/** Lines that a person reads beside those of other changes. */
const batchLinesMost = 3

const codes = ['shown', 'checked', 'unseen', 'approval_required']
const partKinds = ['hunk_not_shown', 'hunk_not_tried', 'part_not_judged', 'shape_changed']

/**
 * The parts that a person has to see before a change is approved together with others; undefined if it is decided by
 * itself: for another reason than its parts, or since more than three of its lines are seen by no test.
 */
export const partsInBatch = (
  reasons: readonly AskedReason[],
  verdict: AccountedVerdict | null,
): readonly FoundPart[] | undefined => {
  if (!verdict?.account || reasons.length === 0) return undefined
  const isOfParts = reasons.every(
    ({ code, kind }) => codes.includes(code) && (code !== 'unseen' || partKinds.includes(kind ?? '')),
  )
  const isOther = verdict.findings.some(({ kind, level }) => level !== 'note' && !partKinds.includes(kind))
  if (!isOfParts || isOther || verdict.account.unseenLines > batchLinesMost) return undefined
  return verdict.findings.filter(({ kind }) => partKinds.includes(kind))
}
