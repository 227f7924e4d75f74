import { listClientSummaries } from '../../../../../domains/billing/reports/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useAges, useFormat } from '../../../format.ts'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { Figure } from '../../projects/figure.tsx'
import { useLateSum } from '../use-late-sum.ts'

/** The open and paid amounts of a client, with late amounts, and its last delivery. */
export const ClientFigures = ({ id }: { readonly id: string }) => {
  const words = useSettingsWords().clients
  const { figures } = words
  const { money } = useFormat()
  const { agoInWords } = useAges()
  const summaries = useLateReply(listClientSummaries).data
  const summary = summaries?.find(({ clientAccountId }) => clientAccountId === id)
  const sums = summary?.money ?? []
  const sumOf = (which: 'openMinor' | 'paidMinor') => sums.map((sum) => money(sum, sum[which])).join(' + ') || '–'
  const late = useLateSum()(id)
  const last = summary?.lastDelivery
  const isBilled = sums.length > 0 || summaries === undefined
  const openNote = isBilled ? figures.openNote : words.notBilled
  return (
    <dl className="panel figures">
      <Figure
        name={figures.open}
        value={sumOf('openMinor')}
        note={late ? <span className="state bad">{figures.late(late)}</span> : openNote}
      />
      <Figure name={figures.paid} value={sumOf('paidMinor')} note={figures.paidNote} />
      <Figure
        name={figures.last}
        value={last ? agoInWords(last.deliveredAt) : '–'}
        note={last?.title ?? words.noDelivery}
      />
    </dl>
  )
}
