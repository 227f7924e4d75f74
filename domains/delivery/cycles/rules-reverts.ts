import { titleMostChars } from './rules.ts'

/** The title of the cycle that undoes another one. */
export const titleOfRevert = (title: string): string => {
  const whole = `Revert “${title}”`
  return whole.length <= titleMostChars ? whole : `${whole.slice(0, titleMostChars - 2).toWellFormed()}…”`
}

/**
 * What its tasks and their reviewers are told. The words of the other cycle are left out: an agent that has to settle a
 * conflict must not take them for its own request.
 */
export const descriptionOfRevert = ({ title, mergedSha }: { readonly title: string; readonly mergedSha: string }) =>
  `Undo what the cycle “${title}” delivered in commit ${mergedSha}. This reverts its code and the tests that came with it. ` +
  'What came later stays. Git makes the change; where it conflicts with what came later, or a check does not pass with it, settle that and nothing else.'

interface NumberedRevision {
  readonly generation: number
  readonly commitSha: string
}

/** The title of the cycle that brings a project back to an earlier revision. */
export const titleOfRestore = ({ generation }: Pick<NumberedRevision, 'generation'>): string =>
  `Go back to revision ${generation}`

/** What its task and its reviewers are told. */
export const descriptionOfRestore = (to: NumberedRevision, from: NumberedRevision): string =>
  `Bring the files of the project back to revision ${to.generation} (commit ${to.commitSha}). This undoes what was ` +
  `delivered between it and revision ${from.generation} (commit ${from.commitSha}), with its tests. ` +
  'What came later stays. Git makes the change; where it conflicts with what came later, or a check does not pass with it, settle that and nothing else.'

interface Undoing {
  readonly revertsCycleId: string | null
  readonly restoresRevisionId: string | null
}

/** Whether a cycle undoes what was delivered before: that of another cycle, or all since an earlier revision. */
export const undoesDelivery = ({ revertsCycleId, restoresRevisionId }: Undoing): boolean =>
  revertsCycleId !== null || restoresRevisionId !== null

interface Carried {
  readonly addedBy: string | null
  readonly mend: object | null
  readonly headSha: string | null
}

/** Whether git makes the change of a task: that of a cycle that undoes a delivery, until something is there to go on from. */
export const isMadeByGit = (cycle: Undoing, { addedBy, mend, headSha }: Carried): boolean =>
  undoesDelivery(cycle) && addedBy === null && mend === null && headSha === null
