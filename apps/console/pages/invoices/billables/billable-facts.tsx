import { TextLink } from '../../../parts/text/text-link.tsx'
import { Fact } from '../../../parts/text/fact.tsx'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { useFirstRowsLater } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { Seal } from '../../../parts/text/seal.tsx'
import { paths } from '../../../paths.ts'
import { newestCycles } from '../../../shell/use-waiting-count.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'

export const BillableFacts = ({ billable }: { readonly billable: Billable }) => {
  const words = useInvoiceWords().page
  const { whole } = useFormat()
  const { source, revisionHash, createdAt, taxClass, correctsId } = billable
  return (
    <div className="panel pad">
      {revisionHash === null ? null : (
        <div className="line wrap">
          <Seal sha256={revisionHash} />
          <span className="quiet">{words.approvedHash}</span>
        </div>
      )}
      <dl className="kv">
        <Fact name={words.source}>
          {words.sources[source.kind]} {source.kind === 'cycle' ? <ToCycle id={source.id} /> : null}
        </Fact>
        <Fact name={words.corrects}>{correctsId && words.aCharge}</Fact>
        <Fact name={words.taxClass}>{taxClass}</Fact>
        <Fact name={words.recorded}>{whole(createdAt)}</Fact>
      </dl>
    </div>
  )
}

const ToCycle = ({ id }: { readonly id: string | null }) => {
  const words = useInvoiceWords().page
  const found = useFirstRowsLater(listCycles, newestCycles).data?.find((cycle) => cycle.id === id)
  if (!found) return null
  return <TextLink to={paths.cycle(found.projectId, found.id)}>{words.openCycle}</TextLink>
}
