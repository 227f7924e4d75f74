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
  const [ready, blocked] = split(of('waiting'), ({ needs }) => needs.every((need) => merged.has(need)))
  const start = hasFailed ? [] : ready.slice(0, Math.max(0, room)).map(idOf)
  const [merge] = of('approved').map(idOf)
  const open = of('open').length
  const isOver = open === 0 && merge === undefined && (hasFailed || merged.size === tasks.length)
  return {
    start,
    merge,
    held: hasFailed ? [] : ready.slice(start.length).map(idOf),
    blocked: hasFailed ? [] : blocked.map(idOf),
    dropped: hasFailed ? of('waiting').map(idOf) : [],
    open,
    end: isOver ? (hasFailed ? 'failed' : 'merged') : undefined,
  }
}

const idOf = ({ id }: PlacedTask) => id

const split = (tasks: readonly PlacedTask[], isFirst: (task: PlacedTask) => boolean) =>
  [tasks.filter(isFirst), tasks.filter((task) => !isFirst(task))] as const
