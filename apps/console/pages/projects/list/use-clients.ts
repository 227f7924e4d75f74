import { listClientSummaries } from '../../../../../domains/billing/reports/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { useThings } from '../../../parts/story/use-names.ts'

export interface ClientOfProject {
  readonly title: string
  /** The open amounts of the client, each currency by itself; undefined if none is open. */
  readonly open: string | undefined
}

/** The clients of projects, with their open amounts. */
export const useClients = (projectIds: readonly string[]) => {
  const { money: written } = useFormat()
  const projects = useThings(projectIds)
  const accountOf = (id: string) => projects.get(id)?.clientAccountId
  const accounts = useThings(projectIds.map(accountOf))
  const summaries = useLateReply(listClientSummaries).data
  return (id: string): ClientOfProject | undefined => {
    const accountId = accountOf(id) ?? ''
    const title = accounts.get(accountId)?.title
    const owed = summaries?.find(({ clientAccountId }) => clientAccountId === accountId)?.money ?? []
    const open = owed.filter(({ openMinor }) => openMinor !== 0).map((sum) => written(sum, sum.openMinor))
    return title === undefined ? undefined : { title, open: open.length === 0 ? undefined : open.join(' + ') }
  }
}
