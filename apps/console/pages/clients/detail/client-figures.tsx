import type { getClientAccount } from '../../../../../domains/accounts/clients/contract/accounts.ts'
import { listClientSummaries } from '../../../../../domains/billing/reports/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { Figure } from '../../projects/metric-figures.tsx'

/** The open and paid amounts of a client, its last delivery, and its people in the portal. */
export const ClientFigures = ({ account: { id, counts } }: { readonly account: Reply<typeof getClientAccount> }) => {
  const words = useSettingsWords().clients
  const { figures } = words
  const { money, number } = useFormat()
  const { agoInWords } = useAges()
  const summaries = useLateReply(listClientSummaries).data
  const summary = summaries?.find(({ clientAccountId }) => clientAccountId === id)
  const sums = summary?.money ?? []
  const sumOf = (which: 'openMinor' | 'paidMinor') => sums.map((sum) => money(sum, sum[which])).join(' + ') || '–'
  const last = summary?.lastDelivery
  const isBilled = sums.length > 0 || summaries === undefined
  return (
    <dl className="panel figures">
      <Figure name={figures.open} value={sumOf('openMinor')} note={isBilled ? figures.openNote : words.notBilled} />
      <Figure name={figures.paid} value={sumOf('paidMinor')} note={figures.paidNote} />
      <Figure
        name={figures.last}
        value={last ? agoInWords(last.deliveredAt) : '–'}
        note={last?.title ?? words.noDelivery}
      />
      <Figure name={words.seats} value={number(counts.members)} note={words.projectCount(counts.projects)} />
    </dl>
  )
}
