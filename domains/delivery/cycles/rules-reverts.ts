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

interface Reverting {
  readonly revertsCycleId: string | null
}
interface Carried {
  readonly addedBy: string | null
  readonly mend: object | null
  readonly headSha: string | null
}

/** Whether git makes the change of a task: that of a cycle that reverts another one, until something is there to go on from. */
export const isMadeByGit = ({ revertsCycleId }: Reverting, { addedBy, mend, headSha }: Carried): boolean =>
  revertsCycleId !== null && addedBy === null && mend === null && headSha === null
