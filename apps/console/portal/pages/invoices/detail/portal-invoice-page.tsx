import Printer from 'lucide-react/icons/printer'
import Stamp from 'lucide-react/icons/stamp'
import { lazy, Suspense, useState, Fragment } from 'react'
import { useParams, type LoaderFunctionArgs, useSearchParams } from 'react-router'
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
import { prefetchInPortal, readCurrentPortal, useCurrentPortal, usePortalReply } from '../../../current-portal.ts'
import { portalPaths } from '../../../../portal-paths.ts'
import { usePortalInvoiceWords } from '../../../../words/portal-invoices/index.ts'
import type { PortalInvoice } from '../../../parts/invoice-row.tsx'
import { persistently } from '../../../../shell/late-code.ts'
import CreditCard from 'lucide-react/icons/credit-card'
import { createClientInvoicePaymentLink } from '../../../../../../domains/billing/payments/contract.ts'
import { usePortalChange } from '../../../use-portal-change.ts'
import { InvoiceError } from '../../../parts/invoice-error.tsx'
import { ibanText, writtenMinor } from '../../../../../../domains/billing/billables/rules.ts'
import { CopyButton } from '../../../../parts/text/copy-button.tsx'

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
  const [isEvidenceOpen, setEvidenceOpen] = useState(false)
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
      {invoice.payableOnline ? <PayButton invoice={invoice} /> : null}
      <Sheet
        invoice={invoice}
        mark={<Letterhead name={agency.name} logo={agency.logoUrl} color={agency.colors.primary} />}
      />
      <section className="invoice-rests" aria-label={words.evidence}>
        <Button icon={Stamp} aria-expanded={isEvidenceOpen} onClick={() => setEvidenceOpen(!isEvidenceOpen)}>
          {words.evidence}
        </Button>
        {isEvidenceOpen ? (
          <Suspense fallback={null}>
            <InvoiceEvidence invoice={invoice} />
          </Suspense>
        ) : null}
      </section>
    </div>
  )
}

const isToPay = ({ dueCents }: PortalInvoice) => dueCents > 0

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
  return daysOverdue(invoice, now) > 0 ? <Note kind="bad">{isLate(day)}</Note> : <Note>{isDue}</Note>
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

const returned = 'returned'

/** Whether the person comes back from the page to pay on. It does not show whether they have paid. */
const useReturnedFromPayment = (): boolean => useSearchParams()[0].has(returned)

/** Leads to the page of the payment provider; only its webhook reports payments. */
const PayButton = ({ invoice }: { readonly invoice: PortalInvoice }) => {
  const { id, dueCents } = invoice
  const words = usePortalInvoiceWords()
  const { money } = useFormat()
  const { slug } = useCurrentPortal()
  const cameBack = useReturnedFromPayment()
  const successUrl = `${location.origin}/console${portalPaths.invoice(slug, id)}?${returned}=1`
  const { mutate, isPending, isSuccess, error } = usePortalChange(createClientInvoicePaymentLink, ({ url }) =>
    location.assign(url),
  )
  const isLeaving = isPending || isSuccess
  return (
    <>
      <Button
        variant={cameBack ? 'outline' : 'primary'}
        icon={CreditCard}
        disabled={isLeaving}
        onClick={() => mutate({ params: { id }, body: { successUrl } })}
      >
        {isLeaving ? words.paying : cameBack ? words.payAgain : words.pay(money(invoice, dueCents))}
      </Button>
      <InvoiceError error={error} />
    </>
  )
}

// It draws nothing beyond the rows.
const TransferCode = lazy(persistently(() => import('../../../parts/transfer-code.tsx')))

/** The amount of an invoice that is to be paid, and the data for a transfer. */
const TransferDetails = ({ invoice }: { readonly invoice: PortalInvoice }) => {
  const words = usePortalInvoiceWords().transfer
  const { money } = useFormat()
  const { dueCents, invoiceNumber, sellerLegalName, sellerBankAccount: account } = invoice
  const recipient = account?.holder ?? sellerLegalName
  // Each with its text as it is shown, and as its button copies it.
  const rows: readonly (readonly [name: string, shown: string, copied: string])[] = [
    [words.amount, money(invoice, dueCents), writtenMinor(dueCents, invoice.currencyDecimals)],
    ...(account && recipient ? [[words.recipient, recipient, recipient] as const] : []),
    ...(account ? [[words.iban, ibanText(account.iban), account.iban] as const] : []),
    ...(account?.bic ? [[words.bic, account.bic, account.bic] as const] : []),
    [words.reference, invoiceNumber, invoiceNumber],
  ]
  return (
    <section className="panel invoice-transfer" aria-label={words.title}>
      <Suspense>
        <TransferCode invoice={invoice} />
      </Suspense>
      <dl className="kv">
        {rows.map(([name, shown, copied]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="line">
              <span dir="auto">{shown}</span>
              <CopyButton text={copied} label={words.copy(name)} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}
