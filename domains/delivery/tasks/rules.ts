export const taskStatuses = [
  'queued',
  'blocked',
  'building',
  'testing',
  'reviewing',
  'approved',
  'merging',
  'merged',
  'pr_created',
  'ci_passing',
  'done',
  'failed',
] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** The moves of the engine; with a code host a change is merged by a pull request. */
export const engineMoves = {
  queued: ['blocked', 'building', 'failed'],
  blocked: ['queued', 'building', 'approved', 'failed'],
  building: ['testing', 'blocked', 'failed'],
  testing: ['reviewing', 'building', 'failed'],
  reviewing: ['approved', 'blocked', 'building', 'failed'],
  approved: ['merging', 'pr_created', 'failed'],
  merging: ['merged', 'building', 'failed'],
  merged: ['done', 'failed'],
  // A person may merge at the host before its checks have passed, or if it has none.
  pr_created: ['ci_passing', 'merged', 'failed'],
  ci_passing: ['merged', 'failed'],
  done: [],
  failed: [],
} as const satisfies Record<TaskStatus, readonly TaskStatus[]>

/** Statuses without a further move: another run of the cycle makes new tasks. */
export const terminalStatuses = taskStatuses.filter((status) => engineMoves[status].length === 0)

export const isTerminal = (status: TaskStatus): boolean => terminalStatuses.includes(status)

/** From the build to the merge: no other work moves the head of the project. */
export const activeStatuses: readonly TaskStatus[] = ['building', 'testing', 'reviewing', 'approved', 'merging']

/**
 * The verdicts on a change, the best first. `proved`: a test that its author could not write fails without the change and
 * passes with it. `shown`: tests of its author do. `checked`: what passed before still passes. `unverified`: nothing ran,
 * or tests prove less. `refused`: it got worse. See decisions/0282.
 */
export const verdictOutcomes = ['proved', 'shown', 'checked', 'unverified', 'refused'] as const
export type VerdictOutcome = (typeof verdictOutcomes)[number]

/** The author of a test that shows a change: the base before the request, a person, the examiner, or the change itself. */
export const testAuthors = ['base', 'acceptance', 'examiner', 'change'] as const

interface TaskState {
  readonly status: TaskStatus
  readonly engineStatus: TaskStatus | null
  readonly ownRunId: string | null
  /** The commit that brought its change to the cycle's branch; null before. */
  readonly mergeSha?: string | null
}

/** Statuses of a task whose change is on the branch of its cycle. */
const deliveredStatuses: readonly TaskStatus[] = ['merged', 'pr_created', 'ci_passing', 'done']

/** The order of a task with a pull request. */
const withPullRequest = ['approved', 'pr_created', 'ci_passing', 'merged', 'done'] as const satisfies TaskStatus[]

/** The statuses that a task of a pull request still comes to, up to the status at its host; none backwards. */
export const statusesTowards = (from: TaskStatus, to: (typeof withPullRequest)[number]): readonly TaskStatus[] => {
  const order: readonly TaskStatus[] = withPullRequest
  const at = order.indexOf(from)
  const end = order.indexOf(to)
  return at === -1 ? [] : order.slice(at + 1, end + 1)
}

/** The progress of a task by the engine's records: a status that a person set does not change it. */
export const progressOf = ({ status, engineStatus, ownRunId, mergeSha = null }: TaskState) => {
  const recorded = engineStatus ?? status
  if (deliveredStatuses.includes(recorded)) return 'merged'
  // With a code host a change stays approved until the pull request of its cycle is merged.
  if (recorded === 'approved' && mergeSha !== null) return 'merged'
  if (recorded === 'failed') return 'failed'
  if (recorded === 'approved' || recorded === 'merging') return 'approved'
  if (recorded === 'queued' || (recorded === 'blocked' && ownRunId === null)) return 'waiting'
  return 'open'
}

interface EndedTask {
  readonly status: string
  readonly failure?: { readonly code?: string | undefined } | null | undefined
}

/** How a task ended without a fault of its own: stopped at work, or never begun. Undefined for any other. */
export const haltOf = ({ status, failure }: EndedTask): 'stopped' | 'not_started' | undefined => {
  if (status !== 'failed') return undefined
  if (failure?.code === 'stopped') return 'stopped'
  return failure?.code === 'not_begun' ? 'not_started' : undefined
}

/** The verdict that is shown beside the end of a task: none of a stopped one, and no proof beside a failure. */
export const shownVerdict = (task: EndedTask & { readonly verdict: VerdictOutcome | null }): VerdictOutcome | null => {
  if (haltOf(task) !== undefined) return null
  return task.status === 'failed' && (task.verdict === 'proved' || task.verdict === 'shown') ? null : task.verdict
}

/** True if a task waits for a person, and no work is done for it. */
export const waitsForPerson = (task: TaskState): boolean =>
  (task.engineStatus ?? task.status) === 'blocked' && progressOf(task) === 'open'
