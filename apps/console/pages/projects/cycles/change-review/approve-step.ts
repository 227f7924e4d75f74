import type { VerdictOutcome } from '../../../../../../domains/delivery/tasks/rules.ts'
import { noProgram } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import { verdictNamed } from '../../../../states.ts'
import { asNow } from '../../../../words/server/reworded.ts'
import type { Evidence, FileFinding, ReviewFile } from '../review/review-files.ts'

interface ApproveInput {
  /** The head of the change; undefined until the evidence arrives. */
  readonly headSha: string | undefined
  /** The head of the diff that the person opened last. */
  readonly seenSha: string | undefined
  /** The server reports that there is no diff to read. */
  readonly isAbsent: boolean
}

/** The effect of pressing “Approve”: a change is approved only by a person who opened its present diff, if it has one. */
export const approveStep = ({ headSha, seenSha, isAbsent }: ApproveInput): 'wait' | 'open' | 'approve' => {
  if (isAbsent) return 'approve'
  if (headSha === undefined) return 'wait'
  return seenSha === headSha ? 'approve' : 'open'
}

/** The figures of a change; `isTruncated` if the evidence has only a part of it. */
export const changeSize = (files: readonly ReviewFile[], evidence: Evidence) => ({
  files: files.length,
  additions: files.reduce((sum, { additions }) => sum + (additions ?? 0), 0),
  deletions: files.reduce((sum, { deletions }) => sum + (deletions ?? 0), 0),
  isTruncated: evidence.filesTruncated || evidence.archive?.truncated === true,
})

/** A change without a verdict counts as unverified: no check vouches for it. */
export const outcomeOf = ({ verdict }: Pick<Evidence, 'verdict'>): VerdictOutcome => verdict?.outcome ?? 'unverified'

/** Whether a change that the checks accept touches documents, settings or tests only, so that tests have nothing to show. */
export const isWithoutProgram = ({
  verdict,
}: {
  readonly verdict: Pick<Verdict, 'outcome' | 'probes'> | null | undefined
}): boolean => verdict?.outcome === 'checked' && verdict.probes.some(({ reason = '' }) => asNow(reason) === noProgram)

type Verdict = NonNullable<Evidence['verdict']>

/** Whether another test than the author's proves the change, such as an acceptance test. */
export const isShownByOthers = ({ reproduced }: Pick<Verdict, 'reproduced'>): boolean =>
  reproduced.some(({ by = 'change' }) => by !== 'change')

type VerdictNames = Readonly<
  Record<VerdictOutcome | 'untested' | 'shownByItself' | 'shownByOthers' | 'noProgram', string>
>

/**
 * The name of a verdict. The outcome `shown` has two names: a test of the change shows it, or another test; and tests
 * say nothing of a change without a program.
 */
export const verdictName = (
  verdict: Pick<Verdict, 'outcome' | 'reproduced' | 'probes'>,
  isMerged: boolean,
  names: VerdictNames,
): string => {
  if (isWithoutProgram({ verdict })) return names.noProgram
  if (verdict.outcome !== 'shown') return names[verdictNamed(verdict.outcome, isMerged)]
  return isShownByOthers(verdict) ? names.shownByOthers : names.shownByItself
}

/** Findings that are neither among the reasons of a request nor in the list of unshown parts. */
export const otherFindings = (
  findings: readonly FileFinding[],
  reasons: readonly { readonly message: string; readonly path?: string; readonly line?: number }[],
): FileFinding[] =>
  findings.filter(
    ({ path, line, reason, isUnshown }) =>
      !isUnshown &&
      !reasons.some((one) => one.message === reason || (one.path === path && one.line === line && line !== undefined)),
  )
