import { listClientSummaries } from '../../../../../domains/billing/reports/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { useClientsOf } from '../../../parts/story/use-clients-of.ts'

export interface ClientOfProject {
  readonly title: string
  /** The open amounts of the client, each currency by itself; undefined if none is open. */
  readonly open: string | undefined
}

/** The clients of projects, with their open amounts. */
export const useClients = (projectIds: readonly string[]) => {
  const { money: written } = useFormat()
  const clientOf = useClientsOf(projectIds)
  const summaries = useLateReply(listClientSummaries).data
  return (id: string): ClientOfProject | undefined => {
    const client = clientOf(id)
    const owed = summaries?.find(({ clientAccountId }) => clientAccountId === client?.id)?.money ?? []
    const open = owed.filter(({ openMinor }) => openMinor !== 0).map((sum) => written(sum, sum.openMinor))
    return client && { title: client.name, open: open.length === 0 ? undefined : open.join(' + ') }
  }
}
