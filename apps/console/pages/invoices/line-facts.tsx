import { Link } from 'react-router'
import { listBillables } from '../../../../domains/billing/billables/contract.ts'
import { listCycles } from '../../../../domains/delivery/cycles/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'
import { Seal } from '../../parts/seal.tsx'
import { paths } from '../../paths.ts'
import { newestCycles } from '../../shell/use-waiting.ts'
import { useInvoiceWords } from '../../words/use-invoice-words.ts'
import type { Billable, Invoice } from './invoice-state.ts'

interface LineFactsProps {
  readonly invoice: Invoice
  readonly line: Invoice['lines'][number] | undefined
}

/** What the chosen line bills, as far as it is known where the billable came from. */
export const LineFacts = ({ invoice, line }: LineFactsProps) => {
  const words = useInvoiceWords().page
  const { clientAccountId } = invoice
  const billables = useLateReply(listBillables, { query: { clientAccountId } }, { enabled: line !== undefined }).data
  if (!line) return invoice.lines.length === 0 ? null : <p className="quiet">{words.chooseLine}</p>
  const billable = billables?.find(({ id }) => id === line.billableId)
  return (
    <section aria-live="polite">
      <h2>{words.line(line.position)}</h2>
      {billable ? <BillableFacts billable={billable} /> : null}
    </section>
  )
}

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
        <dt>{words.source}</dt>
        <dd>
          {words.sources[source.kind]} {source.kind === 'cycle' ? <ToCycle id={source.id} /> : null}
        </dd>
        {correctsId === null ? null : (
          <>
            <dt>{words.corrects}</dt>
            <dd>{words.aCharge}</dd>
          </>
        )}
        <dt>{words.taxClass}</dt>
        <dd dir="auto">{taxClass}</dd>
        <dt>{words.recorded}</dt>
        <dd>{whole(createdAt)}</dd>
      </dl>
    </div>
  )
}

const ToCycle = ({ id }: { readonly id: string | null }) => {
  const words = useInvoiceWords().page
  const found = useLateReply(listCycles, newestCycles).data?.find((cycle) => cycle.id === id)
  if (!found) return null
  return (
    <Link className="link" to={paths.cycle(found.projectId, found.id)}>
      {words.openCycle}
    </Link>
  )
}
