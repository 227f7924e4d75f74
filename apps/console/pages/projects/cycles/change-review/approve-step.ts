import type { VerdictOutcome } from '../../../../../../domains/delivery/tasks/rules.ts'
import { noProgram } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import { verdictNamed } from '../../../../states.ts'
import { asNow } from '../../../../words/server/reworded.ts'
import type { Evidence, FileFinding, ReviewFile } from '../review/review-files.ts'

/** The effect of pressing “Approve”: nothing yet, open the diff, or approve. */
type ApproveStep = 'wait' | 'open' | 'approve'

interface ApproveInput {
  /** The head of the change as it was read; undefined until it has arrived. */
  readonly headSha: string | undefined
  /** The head of the diff that the person opened last. */
  readonly seenSha: string | undefined
  /** The server reports that there is no diff to read. */
  readonly isAbsent: boolean
}

/** A change is approved only by a person who opened its diff as it is now. Without a diff nothing can be opened. */
export const approveStep = ({ headSha, seenSha, isAbsent }: ApproveInput): ApproveStep => {
  if (isAbsent) return 'approve'
  if (headSha === undefined) return 'wait'
  return seenSha === headSha ? 'approve' : 'open'
}

interface ChangeSize {
  readonly files: number
  readonly additions: number
  readonly deletions: number
  readonly isTruncated: boolean
}

export const changeSize = (files: readonly ReviewFile[], evidence: Evidence): ChangeSize => ({
  files: files.length,
  additions: files.reduce((sum, { additions }) => sum + (additions ?? 0), 0),
  deletions: files.reduce((sum, { deletions }) => sum + (deletions ?? 0), 0),
  isTruncated: evidence.filesTruncated || evidence.archive?.truncated === true,
})

/** A change without a verdict counts as unverified: no check vouches for it. */
export const outcomeOf = ({ verdict }: Pick<Evidence, 'verdict'>): VerdictOutcome => verdict?.outcome ?? 'unverified'

/** Whether a change that the checks accept touches documents, settings or tests only, so that tests have nothing to show. */
export const isWithoutProgram = ({ verdict }: Pick<Evidence, 'verdict'>): boolean =>
  verdict?.outcome === 'checked' && verdict.probes.some(({ reason = '' }) => asNow(reason) === noProgram)

type Verdict = NonNullable<Evidence['verdict']>

/** Whether another test than the author's proves the change, such as an acceptance test. */
export const isShownByOthers = ({ reproduced }: Pick<Verdict, 'reproduced'>): boolean =>
  reproduced.some(({ by = 'change' }) => by !== 'change')

type VerdictNames = Readonly<Record<VerdictOutcome | 'untested' | 'shownByItself' | 'shownByOthers', string>>

/**
 * The name of a verdict with its tests: a change that an acceptance test proves and that has open findings is not shown by its
 * own tests. Where the tests are not known, as in a list, `names[outcome]` holds for both.
 */
export const verdictName = (
  verdict: Pick<Verdict, 'outcome' | 'reproduced'>,
  isMerged: boolean,
  names: VerdictNames,
): string => {
  if (verdict.outcome !== 'shown') return names[verdictNamed(verdict.outcome, isMerged)]
  return isShownByOthers(verdict) ? names.shownByOthers : names.shownByItself
}

/** Findings that neither the reasons of a request nor the list of what no test shows have already. */
export const otherFindings = (
  findings: readonly FileFinding[],
  reasons: readonly { readonly message: string; readonly path?: string; readonly line?: number }[],
): FileFinding[] =>
  findings.filter(
    ({ path, line, reason, isUnshown }) =>
      !isUnshown &&
      !reasons.some((one) => one.message === reason || (one.path === path && one.line === line && line !== undefined)),
  )
