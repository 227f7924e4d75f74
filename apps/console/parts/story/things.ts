import type { listNames } from '../../../../domains/record/names/contract.ts'
import { namedKinds } from '../../../../domains/record/names/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { paths } from '../../paths.ts'

export type NamedThing = Reply<typeof listNames>['names'][number]

/** Where the console shows a thing; undefined if it has no page of its own. */
export const pathOfThing = ({ kind, id, projectId, cycleId }: NamedThing): string | undefined => {
  if (kind === 'client_account') return paths.client(id)
  if (kind === 'client_invoice') return paths.invoice(id)
  if (kind === 'billable') return paths.billables
  if (kind === 'ai_document') return paths.document(id)
  if (kind === 'ai_parse') return paths.documents
  if (kind === 'growth_project') return paths.growthProject(id)
  if (kind === 'growth_play') return paths.growthPlay(id)
  if (kind === 'growth_mailbox') return paths.growthMailboxes
  if (projectId === null) return undefined
  if (kind === 'agent') return paths.agents(projectId)
  if (cycleId === null) return paths.project(projectId)
  if (kind === 'task') return `${paths.cycle(projectId, cycleId)}?task=${id}`
  if (kind === 'deliverable' || kind === 'deliverable_approval') return paths.deliverable(projectId, cycleId)
  return paths.cycle(projectId, cycleId)
}

interface AboutThing {
  readonly entityType: string
  readonly entityId: string
  readonly projectId?: string | null
  readonly cycleId?: string | null
  readonly taskId?: string | null
  readonly payload?: Readonly<Record<string, unknown>>
}

const kinds: readonly string[] = namedKinds
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const isUuid = (id: string | null | undefined): id is string => typeof id === 'string' && uuid.test(id)

/** Whether an event is about the request to review a change: the change is shown then. */
export const isReviewRequest = ({ entityType, payload }: Pick<AboutThing, 'entityType' | 'payload'>): boolean =>
  entityType === 'pending_request' && payload?.requestType === 'approval'

/** The id whose name an event shows: its own, or that of its parent if it has no name itself. */
export const idOfThing = (event: AboutThing): string | undefined => {
  const { entityType, entityId, projectId, cycleId, taskId } = event
  const isNamed = (kinds.includes(entityType) || entityType === 'member') && !isReviewRequest(event)
  const id = isNamed ? entityId : (taskId ?? cycleId ?? projectId ?? subjectOf(event.payload))
  return isUuid(id) ? id : undefined
}

/** The play or growth project of a run, or the client of an invitation, by its event. */
const subjectOf = ({ growthPlayId, growthProjectId, clientAccountId }: NonNullable<AboutThing['payload']> = {}) => {
  const id = growthPlayId ?? growthProjectId ?? clientAccountId
  return typeof id === 'string' ? id : undefined
}

interface AuditedThing {
  readonly action: string
  readonly resourceType: string | null
  readonly resourceId: string | null
  readonly parentType: string | null
  readonly parentId: string | null
  readonly metadata?: Readonly<Record<string, unknown>> | null
}

/**
 * The resource of an audit row, or its parent if only that has a name. A row that was refused before its resource was
 * looked up names its would-be parent, which is not the subject of the action. A request to review a change is
 * called by its task.
 */
export const idOfResource = (row: AuditedThing): string | undefined => {
  const { requestType, taskId } = row.metadata ?? {}
  if (requestType === 'approval' && typeof taskId === 'string' && isUuid(taskId)) return taskId
  const isNamed = (type: string | null) => type !== null && (kinds.includes(type) || type === 'member')
  const subject = row.action.split('.')[0]!
  const { resourceType, parentType } = row
  if (isNamed(subject) && resourceType !== subject && parentType !== subject) return undefined
  const id = isNamed(resourceType) ? row.resourceId : isNamed(parentType) ? row.parentId : undefined
  return isUuid(id) ? id : undefined
}
