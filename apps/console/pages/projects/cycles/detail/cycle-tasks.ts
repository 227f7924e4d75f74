import type { Reply } from '../../../../../../platform/client/index.ts'
import type { getCycle, listCycleEvents } from '../../../../../../domains/delivery/cycles/contract.ts'
import type { getCycleUsage } from '../../../../../../domains/delivery/budgets/contract.ts'
import type { listCyclePendingRequests } from '../../../../../../domains/delivery/requests/contract.ts'
import { haltOf } from '../../../../../../domains/delivery/tasks/rules.ts'
import { taskStates, type StateBadge } from '../../../../states.ts'
import type { Words } from '../../../../words/words.ts'

export type Cycle = Reply<typeof getCycle>['cycle']
export type Task = Reply<typeof getCycle>['tasks'][number]
export type Request = Reply<typeof listCyclePendingRequests>[number]
export type Usage = Reply<typeof getCycleUsage>

/** The questions of a cycle that nobody has decided. */
export const waitingIn = (id: string) => ({ params: { id }, query: { status: 'pending' } }) as const

/** Whether a question is about the change of a task. */
export const isReview = ({ requestType, taskId }: Request): boolean => requestType === 'approval' && taskId !== null

export const isTaskAtWork = ({ status }: Task): boolean => taskStates[status].tone === 'live'

/** The task that the address names, else the task of a request, else a task at work, else the last. */
export const selectedTask = (
  tasks: readonly Task[],
  requests: readonly Request[],
  named: string | null,
): Task | undefined =>
  tasks.find(({ id }) => id === named) ??
  tasks.find(({ id }) => requests.some(({ taskId }) => taskId === id)) ??
  tasks.find(isTaskAtWork) ??
  tasks.find(({ status }) => status === 'failed') ??
  tasks.at(-1)

/** The time from which the age of a cycle counts: its last change of state, or its creation while it is stopped. */
export const ageBegin = ({ status, createdAt, statusChangedAt }: Cycle): string =>
  status === 'stopping' ? createdAt : statusChangedAt

export const isMerged = ({ status }: Task): boolean => status === 'merged' || status === 'done'

/** True if all tasks are merged, and checks run over the result before the cycle is delivered. */
export const isCheckingResult = ({ status }: Pick<Cycle, 'status'>, tasks: readonly Task[]): boolean =>
  status === 'reviewing' && tasks.length > 0 && tasks.every(isMerged)

export interface TaskBadge extends StateBadge {
  readonly text: string
}

/** The state of a task in words; a waiting task names the person or the number of tasks that it waits for. */
export const taskBadge = (
  task: Task,
  tasks: readonly Task[],
  requests: readonly Request[],
  words: Words['states'],
): TaskBadge => {
  const request = requests.find(({ taskId }) => taskId === task.id)
  if (request?.requestType === 'approval')
    return { glyph: task.verdict === 'proved' ? 'wait' : 'doubt', tone: 'wait', text: words.waitsForReview }
  if (request?.blocking) return { glyph: 'wait', tone: 'wait', text: words.waitsForAnswer }
  const before = tasks.filter((one) => task.dependsOn.includes(one.id) && !isMerged(one)).length
  if (['blocked', 'queued'].includes(task.status) && before > 0)
    return { glyph: 'blocked', tone: 'plain', text: words.waitsForTasks(before) }
  // A task that was stopped or never began is not shown as failed.
  const halt = haltOf(task)
  if (halt !== undefined) return { glyph: 'stopped', tone: 'plain', text: words.halts[halt] }
  return { ...taskStates[task.status], text: words.task[task.status] }
}

type OwnEvent = Pick<Reply<typeof listCycleEvents>[number], 'eventType' | 'occurredAt'>

/** How long the last run of a completed cycle took, from its own events, newest first; undefined without its start. */
export const lengthOfRun = (events: readonly OwnEvent[]): number | undefined => {
  const end = events.findIndex(({ eventType }) => eventType === 'cycle.completed')
  const start = events.slice(end + 1).find(({ eventType }) => eventType === 'cycle.planning')
  if (end === -1 || start === undefined) return undefined
  return Date.parse(events[end]!.occurredAt) - Date.parse(start.occurredAt)
}
