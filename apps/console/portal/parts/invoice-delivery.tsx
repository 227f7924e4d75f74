import { getClientInvoiceTransmissions } from '../../../../domains/billing/transmissions/contract.ts'
import { useFormat } from '../../format.ts'
import { usePortalInvoiceWords } from '../../words/portal-invoices/index.ts'
import { usePortalReply } from '../current-portal.ts'
import type { PortalInvoice } from './invoice-row.tsx'

/** How the invoice came through the network Peppol; nothing if it did not. */
export const InvoiceDelivery = ({ invoice: { id, timeZone } }: { readonly invoice: PortalInvoice }) => {
  const words = usePortalInvoiceWords().peppol
  const { invoiceDay } = useFormat()
  const [latest] = usePortalReply(getClientInvoiceTransmissions, { params: { id } }).transmissions
  const reached = latest?.statuses.findLast(({ state }) => state === latest.state)
  if (!latest || !reached) return null
  const day = invoiceDay(reached.at, 'long', timeZone)
  return <p className="quiet">{words[latest.state](day)}</p>
}
