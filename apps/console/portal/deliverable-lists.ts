import type { listDeliverables } from '../../../domains/delivery/deliverables/contract.ts'
import type { listPendingRequests } from '../../../domains/delivery/requests/contract.ts'
import type { Reply } from '../../../platform/client/index.ts'

export type DeliverableSummary = Reply<typeof listDeliverables>[number]
export type PendingRequest = Reply<typeof listPendingRequests>[number]

export const awaitingMe = { query: { awaiting: 'me' } } as const
export const pendingOnly = { query: { status: 'pending' } } as const

const isDelivered = ({ clientStatus }: DeliverableSummary) => ['delivered', 'accepted'].includes(clientStatus)

/** A file that a version names. */
export interface File {
  readonly name: string
  readonly sha256: string
}

const technical = { 'manifest.json': 'manifest', 'bill-of-materials.cdx.json': 'bill' } as const

/** Which of the files for programs a file is; undefined for a file from a person or a check. */
export const technicalKind = ({ name }: Pick<File, 'name'>): 'manifest' | 'bill' | undefined =>
  Object.hasOwn(technical, name) ? technical[name as keyof typeof technical] : undefined

/** Whether a deliverable has a file for people. */
export const hasDocuments = ({ artifacts }: DeliverableSummary): boolean => !artifacts.every(technicalKind)

/** The last publication comes first. */
export const byNewest = (things: readonly DeliverableSummary[]) =>
  things.toSorted((one, other) => (other.publishedAt ?? '').localeCompare(one.publishedAt ?? ''))

/** The client's view of the deliverables, each in one place: it waits for them, is under way, or is delivered. */
export const sortDeliverables = (all: readonly DeliverableSummary[], waiting: readonly DeliverableSummary[]) => {
  const waitsFor = new Set(waiting.map(({ id }) => id))
  const rest = byNewest(all.filter(({ id }) => !waitsFor.has(id)))
  return {
    waiting: waiting.toSorted((one, other) => (one.publishedAt ?? '').localeCompare(other.publishedAt ?? '')),
    underWay: rest.filter((thing) => !isDelivered(thing)),
    delivered: rest.filter(isDelivered),
  }
}

/** The nearest day by which one of them is due; undefined without any. */
export const nextDate = (things: readonly DeliverableSummary[]): string | undefined =>
  things.flatMap(({ dueDate }) => dueDate ?? []).toSorted()[0]
