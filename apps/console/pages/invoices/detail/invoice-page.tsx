import { useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { getWorkspaceBrandKit } from '../../../../../domains/accounts/brand/contract.ts'
import { getBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import { getClientInvoice, getClientInvoiceLogo } from '../../../../../domains/billing/invoices/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { Heading } from '../../../parts/text/heading.tsx'
import { Top, useTitle } from '../../../parts/page.tsx'
import { Sheet } from '../../../parts/invoice-sheet/invoice-sheet.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { paths, withParam } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { InvoiceActions } from './invoice-actions.tsx'
import { IssueChecklist, InvoiceHistory, Replaced, LineFacts } from './invoice-facts.tsx'
import { InvoiceLetters, NetworkPanel } from './invoice-delivery.tsx'
import { type Invoice, isOpen } from '../../../parts/invoice-sheet/invoice-state.ts'
import { useInvoiceState } from '../../../parts/invoice-sheet/use-invoice-state.ts'
import { sellerOf } from '../seller-of.ts'
import { daysLate } from '../../../../../domains/billing/invoices/rules.ts'
import { useNow } from '../../../clock.ts'
import { useFormat } from '../../../format.ts'
import { useQuery } from '@tanstack/react-query'
import { open } from '../../../api/client.ts'
import { Letterhead } from '../../../parts/invoice-sheet/letterhead.tsx'
import '../invoices.css'
import './invoice.css'

const named = (id: string) => ({ params: { id } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(getBillingIdentity)
  prefetch(getWorkspaceBrandKit)
  return prefetch(getClientInvoice, named(params.invoiceId!))
}

/** The invoice as it is printed: a draft shows the seller as it would be issued now. */
const usePaper = (invoice: Invoice): Invoice => {
  const identity = useReply(getBillingIdentity)
  return invoice.status === 'draft' ? { ...invoice, ...sellerOf(identity, invoice) } : invoice
}

export default function InvoicePage() {
  const id = useParams().invoiceId!
  const words = useInvoiceWords()
  const { invoices } = useWords()
  const [query] = useSearchParams()
  const invoice = useReply(getClientInvoice, named(id))
  const paper = usePaper(invoice)
  const logo = useLogo(paper)
  const brand = useReply(getWorkspaceBrandKit).published
  const seller = brand?.name ?? paper.sellerLegalName
  const { word, ...state } = useInvoiceState()(invoice)
  const { invoiceNumber, buyerLegalName, status, lines, type } = invoice
  const name = invoiceNumber ?? words.page.draftFor(buyerLegalName)
  const chosen = lines.find(({ position }) => String(position) === query.get('line'))
  useTitle(name, invoices)
  return (
    <>
      <Top
        crumbs={[{ name: invoices, to: paths.invoices }, { name }]}
        actions={<InvoiceActions key={id} invoice={invoice} />}
      />
      <div className="page bill">
        <header className="bill-head">
          <Heading>{[words.kinds[type], invoiceNumber].filter(Boolean).join(' ')}</Heading>
          <State {...state}>{word}</State>
          <InvoiceSituation invoice={invoice} />
        </header>
        <Sheet
          invoice={paper}
          mark={
            // The logo that went with the invoice, else the name of the brand, as in the portal.
            seller === null ? (
              <span className="quiet">{words.page.noSeller}</span>
            ) : (
              <Letterhead name={seller} logo={logo} color={brand?.colors.primary} />
            )
          }
          chosen={chosen?.position}
          toLine={(position) => withParam(query, 'line', String(position))}
        />
        <aside className={status === 'draft' ? 'bill-side first-s' : 'bill-side'}>
          {status === 'draft' ? <IssueChecklist invoice={invoice} /> : <InvoiceHistory invoice={invoice} />}
          {invoiceNumber === null ? null : <InvoiceLetters invoice={invoice} />}
          {invoiceNumber === null ? null : <NetworkPanel invoice={invoice} />}
          <LineFacts invoice={invoice} line={chosen} />
        </aside>
      </div>
    </>
  )
}

/** The client and the amount, with the day that it is due if it is still to come, and why the invoice is void. */
const InvoiceSituation = ({ invoice }: { readonly invoice: Invoice }) => {
  const words = useInvoiceWords().page
  const { dueDay, money } = useFormat()
  const { buyerLegalName, clientAccountId, dueAt, issuedAt, status, timeZone, totalMinor } = invoice
  const { replacesInvoiceId, voidReason } = invoice
  const late = daysLate(dueAt, useNow(), timeZone)
  const sum = money(invoice, totalMinor)
  const day = dueDay(dueAt, 'short', timeZone)
  const isDue = isOpen(invoice) || status === 'draft'
  return (
    <>
      <p className="soft">
        <TextLink to={paths.client(clientAccountId)}>{buyerLegalName}</TextLink>
        &nbsp;· {isDue ? (late > 0 ? words.wasDue(sum, day) : words.isDue(sum, day, -late)) : sum}
      </p>
      {issuedAt !== null && isOpen(invoice) && dueAt < issuedAt ? (
        <p className="note wait">{words.dueBeforeIssue}</p>
      ) : null}
      {status === 'draft' && replacesInvoiceId !== null ? (
        <p className="soft">
          {words.replaces} <Replaced id={replacesInvoiceId} />
        </p>
      ) : null}
      {voidReason === null ? null : (
        <p className="soft" dir="auto">
          {words.because}: {voidReason}
        </p>
      )}
    </>
  )
}

const asAddress = (blob: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error!)
    reader.readAsDataURL(blob)
  })

/** The logo that was kept with the invoice, as an address of its own: only a call with headers may read it. */
const useLogo = ({ id, logoMediaType }: Invoice): string | undefined =>
  useQuery({
    queryKey: [getClientInvoiceLogo.id, id],
    queryFn: async () => {
      const bytes = await open(getClientInvoiceLogo, { params: { id } })
      return asAddress(await new Response(bytes, { headers: { 'content-type': logoMediaType! } }).blob())
    },
    enabled: logoMediaType !== null,
    staleTime: 'static',
  }).data
