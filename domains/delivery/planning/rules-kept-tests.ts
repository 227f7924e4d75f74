import { titleMostChars } from '../cycles/rules.ts'

/** The title of the cycle that adds the tests which an examiner wrote or people added for a task. */
export const titleOfKeptTests = (title: string): string => {
  const whole = `Keep the tests of “${title}”`
  return whole.length <= titleMostChars ? whole : `${whole.slice(0, titleMostChars - 2).toWellFormed()}…”`
}

/** The description for its task and its reviewers. */
export const descriptionOfKeptTests = (task: { readonly title: string; readonly mergeSha: string | null }): string =>
  `Add the tests that were written for “${task.title}”${task.mergeSha === null ? '' : ` (commit ${task.mergeSha})`} to the project. ` +
  'They passed over that change in its review. Git adds the files; where a check does not pass with them, settle that in these files and nothing else.'
