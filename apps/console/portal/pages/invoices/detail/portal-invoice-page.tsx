import Printer from 'lucide-react/icons/printer'
import Stamp from 'lucide-react/icons/stamp'
import { lazy, Suspense, useState } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getPortalInvoice } from '../../../../../../domains/billing/portal-invoices/contract.ts'
import { getClientInvoiceTransmissions } from '../../../../../../domains/billing/transmissions/contract.ts'
import { useNow } from '../../../../clock.ts'
import { useFormat } from '../../../../format.ts'
import { daysOverdue, isSettled } from '../../../../parts/invoice-sheet/invoice-state.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Heading } from '../../../../parts/text/heading.tsx'
import { Letterhead } from '../../../../parts/invoice-sheet/letterhead.tsx'
import { Sheet } from '../../../../parts/invoice-sheet/invoice-sheet.tsx'
import { useSheetWords } from '../../../../words/invoices/sheet/index.ts'
import { useAgency, usePortalTitle } from '../../../parts/use-agency.tsx'
import { Back } from '../../../parts/back-link.tsx'
import { DownloadPdf } from '../../../parts/download-pdf-button.tsx'
import { Note } from '../../../parts/status-banner.tsx'
import { TransferDetails } from '../../../parts/transfer-details.tsx'
import { Pay, useReturnedFromPayment } from '../../../parts/pay-panel.tsx'
import { prefetchInPortal, readCurrentPortal, useCurrentPortal, usePortalReply } from '../../../current-portal.ts'
import { portalPaths } from '../../../../portal-paths.ts'
import { usePortalInvoiceWords } from '../../../../words/portal-invoices/index.ts'
import type { PortalInvoice } from '../../../parts/invoice-row.tsx'
import { persistently } from '../../../../shell/late-code.ts'

// Few ask for it: its code comes with the first who does.
const InvoiceEvidence = lazy(persistently(() => import('../../../parts/invoice-evidence.tsx')))

const named = (id: string) => ({ params: { id } })

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const begin = prefetchInPortal(await readCurrentPortal(params.slug))
  begin(getPortalInvoice, named(params.invoiceId!))
  begin(getClientInvoiceTransmissions, named(params.invoiceId!))
  return null
}

/** An invoice as a document, and its open tasks. */
export const InvoicePage = () => {
  const id = useParams().invoiceId!
  const words = usePortalInvoiceWords()
  const { kinds } = useSheetWords()
  const { slug } = useCurrentPortal()
  const agency = useAgency()
  const invoice = usePortalReply(getPortalInvoice, named(id))
  const name = `${kinds[invoice.type]} ${invoice.invoiceNumber}`
  usePortalTitle(name)
  return (
    <div className="invoice-page">
      <Back to={portalPaths.invoices(slug)} place="invoices" />
      <div className="invoice-head">
        <Heading>{name}</Heading>
        <div className="line wrap papers">
          <DownloadPdf invoice={invoice} />
          <Button icon={Printer} onClick={() => print()}>
            {words.print}
          </Button>
        </div>
      </div>
      <WhatToDo invoice={invoice} />
      <InvoiceDelivery invoice={invoice} />
      {isToPay(invoice) ? <TransferDetails invoice={invoice} /> : null}
      {invoice.payableOnline ? <Pay invoice={invoice} /> : null}
      <Sheet
        invoice={invoice}
        mark={<Letterhead name={agency.name} logo={agency.logoUrl} color={agency.colors.primary} />}
      />
      <Evidence invoice={invoice} />
    </div>
  )
}

const isToPay = ({ dueCents }: PortalInvoice) => dueCents > 0

const Evidence = ({ invoice }: { readonly invoice: PortalInvoice }) => {
  const words = usePortalInvoiceWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="invoice-rests" aria-label={words.evidence}>
      <Button icon={Stamp} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.evidence}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <InvoiceEvidence invoice={invoice} />
        </Suspense>
      ) : null}
    </section>
  )
}

const WhatToDo = ({ invoice }: { readonly invoice: PortalInvoice }) => {
  const words = usePortalInvoiceWords()
  const { name } = useAgency()
  const { dueDay, invoiceDay } = useFormat()
  const now = useNow()
  const cameBack = useReturnedFromPayment()
  const { status, type, dueAt, paidAt, payableOnline, timeZone } = invoice
  if (status === 'void') return <Note>{words.isVoid(name)}</Note>
  if (isSettled(invoice)) return <Note kind="good">{words.isPaid(invoiceDay(paidAt!, 'long', timeZone))}</Note>
  if (type === '381') return <Note>{words.isCredit}</Note>
  if (cameBack && payableOnline) return <Note kind="wait">{words.awaited}</Note>
  const day = dueDay(dueAt, 'long', timeZone)
  const isDue = payableOnline ? words.openOnline(day) : words.open(day)
  const isLate = payableOnline ? words.isLateOnline : words.isLate
  return daysOverdue(invoice, now) > 0 ? <Note kind="wait">{isLate(day)}</Note> : <Note>{isDue}</Note>
}

/** How the invoice came through the network Peppol; nothing if it did not. */
const InvoiceDelivery = ({ invoice: { id, timeZone } }: { readonly invoice: PortalInvoice }) => {
  const words = usePortalInvoiceWords().peppol
  const { invoiceDay } = useFormat()
  const [latest] = usePortalReply(getClientInvoiceTransmissions, { params: { id } }).transmissions
  const reached = latest?.statuses.findLast(({ state }) => state === latest.state)
  if (!latest || !reached) return null
  const day = invoiceDay(reached.at, 'long', timeZone)
  return <p className="quiet">{words[latest.state](day)}</p>
}
