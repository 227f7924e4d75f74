interface TitledTask {
  readonly title: string
}

/** The work of a run's tasks in one repository, and the checks that do not pass over all of it together. */
interface BrokenResult {
  /** Their names. */
  readonly checks: readonly string[]
  readonly tasks: readonly TitledTask[]
}

interface Run {
  /** How many tasks it has. */
  readonly tasks: number
  /** Where each of its tasks mends a result that is made to mend one; null is the primary repository. */
  readonly mends: readonly (string | null)[]
}

interface Limits {
  /** How often the result of a repository goes back to an agent. */
  readonly mends: number
  readonly tasks: number
}

/** True if results go back to an agent again: each of them may, or none does, since they are delivered together. */
export const mayMend = (broken: readonly (string | null)[], { tasks, mends }: Run, most: Limits): boolean =>
  tasks + broken.length <= most.tasks && broken.every((at) => mends.filter((other) => other === at).length < most.mends)

export const titleOfMend = 'Mend the whole result'

/**
 * The text of such a task, for people and the agent. Titles are indented, so that no block in one counts as the task's.
 */
export const descriptionOfMend = ({ checks, tasks }: BrokenResult): string =>
  `${sentenceOf(checks)} Find out why, and mend it. What the changes are for stays:\n\n` +
  tasks.map(({ title }) => `    ${title.replaceAll(/\s+/g, ' ')}`).join('\n')

export const sentenceOf = (checks: readonly string[]): string =>
  `Each change passed its checks, and together they do not: ${checks.join(', ')} ${
    checks.length === 1 ? 'does' : 'do'
  } not pass over the whole result.`
