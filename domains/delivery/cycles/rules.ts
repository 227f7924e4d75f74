export const cycleStatuses = [
  'draft',
  'planning',
  'running',
  'blocked',
  'reviewing',
  'completed',
  'stopping',
  'stopped',
  'failed',
] as const
export type CycleStatus = (typeof cycleStatuses)[number]

interface Move {
  readonly from: readonly CycleStatus[]
  readonly to: CycleStatus
}

/** Statuses of a cycle after its run. */
export const endedStatuses = ['completed', 'stopped', 'failed'] as const

export const activeStatuses = ['planning', 'running', 'blocked', 'reviewing'] as const

/** Statuses of a cycle that a run works on, also to stop it. */
export const busyStatuses = [...activeStatuses, 'stopping'] as const satisfies CycleStatus[]

export const cycleMoves = {
  execute: { from: ['draft', 'failed', 'stopped'], to: 'planning' },
  start: { from: ['planning'], to: 'running' },
  block: { from: ['running'], to: 'blocked' },
  unblock: { from: ['blocked'], to: 'running' },
  review: { from: ['running'], to: 'reviewing' },
  mend: { from: ['reviewing'], to: 'running' },
  complete: { from: ['reviewing'], to: 'completed' },
  fail: { from: activeStatuses, to: 'failed' },
  stop: { from: activeStatuses, to: 'stopping' },
  stopped: { from: ['stopping'], to: 'stopped' },
} as const satisfies Record<string, Move>
export type CycleMove = keyof typeof cycleMoves

export const statusAfter = (status: CycleStatus, name: CycleMove): CycleStatus | undefined => {
  const move: Move = cycleMoves[name]
  return move.from.includes(status) ? move.to : undefined
}

export const deletable = ['draft', 'failed'] as const satisfies readonly CycleStatus[]

/** True if a run works on the cycle, so that its input may not change under it. */
export const isActive = (status: CycleStatus): boolean => (busyStatuses as readonly CycleStatus[]).includes(status)

/** True if a run has ended and none has begun since: a stream has no more events. */
export const isOver = (status: CycleStatus): boolean => (endedStatuses as readonly CycleStatus[]).includes(status)

/** Longest title of a cycle or task. */
export const titleMostChars = 200

export const planLimits = { tasks: 20, nameChars: 60, titleChars: titleMostChars, descriptionChars: 10_000 } as const

const tasksAtOnceByDefault = 3

/** How many tasks of a project are carried out at once: the project's setting, else the default. */
export const tasksAtOnce = (
  project: { readonly runtime: { readonly planning?: { readonly tasksAtOnce?: number } } } | undefined,
): number => project?.runtime.planning?.tasksAtOnce ?? tasksAtOnceByDefault

/** How often a task goes back to its agent because of a conflict before it fails. */
export const conflictsMost = 3

/** How often an agent may ask people in one round of a task. */
export const questionsMost = 3

/** The refs of a run's work, apart from the branches and tags that belong to people. */
export const refsOf = (cycleId: string, runNumber: number) => ({
  integration: `refs/atelier/cycles/${cycleId}/${runNumber}/integration`,
  task: (number: number) => `refs/atelier/cycles/${cycleId}/${runNumber}/task-${number}`,
})
