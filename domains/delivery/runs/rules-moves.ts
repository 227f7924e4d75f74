import { progressOf, waitsForPerson } from '../tasks/rules.ts'
import { pipelineRounds, type Pipeline, type Round } from '../../agents/agents/index.ts'
import type { PullRequestRow } from '../../code/code-hosts/index.ts'
import type { Mend } from '../tasks/index.ts'
import type { BuildPayload, Unfinished } from './graph.ts'

/**
 * The progress of a task for its cycle, by the engine's own records: a status that a person set does not count.
 * `waiting`: its run has not begun. `open`: its run is at work, or waits for a person. See decisions/0064.
 */
export type TaskProgress = 'waiting' | 'open' | 'approved' | 'merged' | 'failed'

export interface PlacedTask {
  readonly id: string
  readonly number: number
  readonly progress: TaskProgress
  /** Ids of the tasks whose merge it waits for. */
  readonly needs: readonly string[]
}

export interface Moves {
  /** Whose runs begin now, in this order. */
  readonly start: readonly string[]
  /** The next merge; one at a time. */
  readonly merge: string | undefined
  /** Tasks that could begin if there were room: other cycles of the project have it. */
  readonly held: readonly string[]
  /** Tasks that wait for other tasks. */
  readonly blocked: readonly string[]
  /** Tasks that never begin, because another task failed. */
  readonly dropped: readonly string[]
  /** How many are open before the moves. */
  readonly open: number
  /** The cycle's tasks are all at their end: merged, or some failed. */
  readonly end: 'merged' | 'failed' | undefined
}

/**
 * The next moves of a cycle. `room` is how many more tasks of the project may be open. After a failure nothing begins
 * any more, since nothing of the cycle can be delivered; open tasks continue to their end, and approved ones are
 * merged.
 */
export const nextMoves = (tasks: readonly PlacedTask[], room: number): Moves => {
  const ordered = tasks.toSorted((one, other) => one.number - other.number)
  const of = (progress: TaskProgress) => ordered.filter((task) => task.progress === progress)
  const merged = new Set(of('merged').map(({ id }) => id))
  const hasFailed = of('failed').length > 0
  const waiting = of('waiting')
  const ready = waiting.filter(({ needs }) => needs.every((need) => merged.has(need)))
  const blocked = waiting.filter((task) => !ready.includes(task))
  const start = hasFailed ? [] : ready.slice(0, Math.max(0, room)).map(idOf)
  const [merge] = of('approved').map(idOf)
  const open = of('open').length
  const isOver = open === 0 && merge === undefined && (hasFailed || merged.size === tasks.length)
  return {
    start,
    merge,
    held: hasFailed ? [] : ready.slice(start.length).map(idOf),
    blocked: hasFailed ? [] : blocked.map(idOf),
    dropped: hasFailed ? waiting.map(idOf) : [],
    open,
    end: isOver ? (hasFailed ? 'failed' : 'merged') : undefined,
  }
}

const idOf = ({ id }: PlacedTask) => id

/** The progress of a cycle's tasks by its code host's state of their pull request; with a doubt its merge does not count. */
export const statusAtHost = ({ state, checks, doubt }: Pick<PullRequestRow, 'state' | 'checks' | 'doubt'>) => {
  if (state === 'waiting' || state === 'closed') return 'approved'
  if (state === 'open' || doubt !== null) return checks === 'passing' ? 'ci_passing' : 'pr_created'
  return 'merged'
}

/** True if the commit of a task stays: it waits for a person, is approved, or has ended. */
export const hasFixedCommit = (task: Parameters<typeof progressOf>[0]): boolean =>
  waitsForPerson(task) || !['waiting', 'open'].includes(progressOf(task))

/**
 * The rounds that follow the coder's. An unfinished change has none yet. If both sides of a conflict were united, or
 * checks of the whole run were mended, the rounds of the tasks have already run.
 */
export const roundsAfter = (
  pipeline: Pipeline,
  ended: { payload: Pick<BuildPayload, 'conflict'>; mend: Mend | null; unfinished: Unfinished | undefined },
): readonly Round[] => (ended.payload.conflict || ended.mend || ended.unfinished ? [] : pipelineRounds[pipeline])

export const stepOfRound = (round: Round) => `${round}-task` as const

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

/** The text of a task that mends failing checks. Titles are indented, so that no block in a title counts as the task's. */
export const descriptionOfMend = (checks: readonly string[], tasks: readonly { readonly title: string }[]): string =>
  `${sentenceOf(checks)} Find out why, and mend it. What the changes are for stays:\n\n` +
  tasks.map(({ title }) => `    ${title.replaceAll(/\s+/g, ' ')}`).join('\n')

export const sentenceOf = (checks: readonly string[]): string =>
  `Each change passed its checks, and together they do not: ${checks.join(', ')} ${
    checks.length === 1 ? 'does' : 'do'
  } not pass over the whole result.`
