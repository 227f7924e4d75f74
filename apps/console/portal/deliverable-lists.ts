import type { listDeliverables } from '../../../domains/delivery/deliverables/contract.ts'
import type { listPendingRequests } from '../../../domains/delivery/requests/contract.ts'
import type { Reply } from '../../../platform/client/index.ts'

export type DeliverableSummary = Reply<typeof listDeliverables>[number]
export type PendingRequest = Reply<typeof listPendingRequests>[number]

export const awaitingMe = { query: { awaiting: 'me' } } as const
export const pendingOnly = { query: { status: 'pending' } } as const

const isDelivered = ({ clientStatus }: DeliverableSummary) =>
  clientStatus === 'delivered' || clientStatus === 'accepted'
/** A file that a version names. */
export interface File {
  readonly name: string
  readonly sha256: string
}

/** The list of the files of the delivered code, beside the documents that checks left. */
export const isManifest = ({ name }: Pick<File, 'name'>): boolean => name === 'manifest.json'

/** Whether there is a document to download beside that list. */
export const hasDocuments = ({ artifacts }: DeliverableSummary): boolean => !artifacts.every(isManifest)

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
