import type { Reply } from '../../../platform/client/index.ts'
import type { listProjects } from '../../../domains/code/projects/contract.ts'
import type { listCycles } from '../../../domains/delivery/cycles/contract.ts'
import type { listDeliverables } from '../../../domains/delivery/deliverables/contract.ts'
import type { listPendingRequests } from '../../../domains/delivery/requests/contract.ts'

export type Request = Reply<typeof listPendingRequests>[number]
export type CycleRow = Reply<typeof listCycles>[number]
export type DeliverableRow = Reply<typeof listDeliverables>[number]
export type ProjectRow = Reply<typeof listProjects>[number]

/** One thing that waits for a person: a request, a deliverable to decide on, or a cycle that failed. */
export interface WaitingItem {
  readonly id: string
  readonly since: string
  readonly projectId: string
  readonly projectName: string
  readonly cycleId: string
  readonly cycleTitle: string | undefined
  readonly cycleHandle: string | undefined
  readonly request?: Request
  readonly deliverable?: DeliverableRow
  readonly failed?: CycleRow
}

/** Whether a thing waits for the client and not for the agency, whose pages only show it. */
export const isForClient = ({ request }: Pick<WaitingItem, 'request'>): boolean => request?.requiredActor === 'client'

/** The kind of a thing that waits for the agency. */
export const waitingKind = ({ request, deliverable }: WaitingItem) =>
  request?.requestType ?? (deliverable ? ('deliverable' as const) : ('failed' as const))

/**
 * Waiting items: first items that block a run, then the oldest, and last items that wait for a client. A failed cycle
 * waits until it runs again.
 */
export const waitingItems = (
  requests: readonly Request[],
  cycles: readonly CycleRow[],
  projects: readonly ProjectRow[],
  deliverables: readonly DeliverableRow[],
): WaitingItem[] => {
  const names = new Map(projects.filter(({ archivedAt }) => archivedAt === null).map(({ id, name }) => [id, name]))
  const cyclesById = new Map(cycles.map((cycle) => [cycle.id, cycle]))
  const cycleOf = (id: string) => ({ cycleTitle: cyclesById.get(id)?.title, cycleHandle: cyclesById.get(id)?.handle })
  const requested = requests.map((request) => {
    const { id, createdAt, projectId, project, cycleId } = request
    return { id, since: createdAt, projectId, projectName: project.name, cycleId, ...cycleOf(cycleId), request }
  })
  const failed = cycles.flatMap((cycle) => {
    const { id, projectId, status, statusChangedAt } = cycle
    const projectName = names.get(projectId)
    return status !== 'failed' || projectName === undefined
      ? []
      : [{ id, since: statusChangedAt, projectId, projectName, cycleId: id, ...cycleOf(id), failed: cycle }]
  })
  const toDecide = deliverables.flatMap((deliverable) => {
    const { id, projectId, cycleId, publishedAt } = deliverable
    const projectName = names.get(projectId)
    return projectName === undefined || publishedAt === null
      ? []
      : [{ id, since: publishedAt, projectId, projectName, cycleId, ...cycleOf(cycleId), deliverable }]
  })
  const own = requested.filter((one) => !isForClient(one))
  const others = [...own.filter((one) => !isBlocking(one)), ...toDecide, ...failed]
  return [...byAge(own.filter(isBlocking)), ...byAge(others), ...byAge(requested.filter(isForClient))]
}

const isBlocking = ({ request }: WaitingItem) => request?.blocking === true
const byAge = (things: readonly WaitingItem[]) => things.toSorted((a, b) => a.since.localeCompare(b.since))
