import type { RevisionRow } from '../../code/revisions/index.ts'
import type { CycleRow } from '../cycles/index.ts'
import { titleMostChars } from '../cycles/rules.ts'

/** The title of the cycle that undoes another cycle. */
export const titleOfRevert = (title: string): string => titleAbout('Revert', title)

/** A title that quotes another title, cut to the longest title. */
export const titleAbout = (beginning: string, title: string): string => {
  const whole = `${beginning} “${title}”`
  return whole.length <= titleMostChars ? whole : `${whole.slice(0, titleMostChars - 2).toWellFormed()}…”`
}

/** The description for tasks and reviewers, without the other cycle's words: no agent may take them for its request. */
export const descriptionOfRevert = ({ title, mergedSha }: { readonly title: string; readonly mergedSha: string }) =>
  `Undo what the cycle “${title}” delivered in commit ${mergedSha}. This reverts its code and the tests that came with it. ` +
  'What came later stays. Git makes the change; where it conflicts with what came later, or a check does not pass with it, settle that and nothing else.'

type NumberedRevision = Pick<RevisionRow, 'generation' | 'commitSha'>

/** The title of the cycle that brings a project back to an earlier revision. */
export const titleOfRestore = ({ generation }: Pick<NumberedRevision, 'generation'>): string =>
  `Go back to revision ${generation}`

/** The description for its task and its reviewers. */
export const descriptionOfRestore = (to: NumberedRevision, from: NumberedRevision): string =>
  `Bring the files of the project back to revision ${to.generation} (commit ${to.commitSha}). This undoes what was ` +
  `delivered between it and revision ${from.generation} (commit ${from.commitSha}), with its tests. ` +
  'What came later stays. Git makes the change; where it conflicts with what came later, or a check does not pass with it, settle that and nothing else.'

/** The source of a cycle that git begins; all are null for a cycle that a person described. */
type Origin = Pick<CycleRow, 'revertsCycleId' | 'restoresRevisionId' | 'keepsTestsOfTaskId'>

/** True if git makes the first change of a cycle: it undoes a delivery, or adds tests that exist already. */
export const beginsWithGit = ({ revertsCycleId, restoresRevisionId, keepsTestsOfTaskId }: Origin): boolean =>
  revertsCycleId !== null || restoresRevisionId !== null || keepsTestsOfTaskId !== null

/** True if git makes the change of a task: in such a cycle, until it has a change to continue from. */
export const isMadeByGit = (
  cycle: Origin,
  { addedBy, mend, headSha }: { addedBy: string | null; mend: object | null; headSha: string | null },
): boolean => beginsWithGit(cycle) && addedBy === null && mend === null && headSha === null

/** The step of a task in which git makes its change. */
export const stepOfGit = ({ keepsTestsOfTaskId }: Pick<Origin, 'keepsTestsOfTaskId'>) =>
  keepsTestsOfTaskId === null ? 'revert-task' : 'keep-tests'
