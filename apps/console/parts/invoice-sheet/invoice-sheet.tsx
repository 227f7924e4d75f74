import type { ReactNode } from 'react'
import { ibanText } from '../../../../domains/billing/billables/rules.ts'
import { useFormat } from '../../format.ts'
import { useSheetWords } from '../../words/invoices/sheet/index.ts'
import { Fact } from '../text/fact.tsx'
import { Joined } from '../text/joined.tsx'
import { isSettled } from './invoice-state.ts'
import type { SheetInvoice, SheetSeller } from './sheet-invoice.ts'
import { SheetLines } from './sheet-lines.tsx'
import './invoice-sheet.css'

interface SheetProps {
  readonly invoice: SheetInvoice
  /** The letterhead of the agency. */
  readonly mark: ReactNode
  readonly chosen?: number | undefined
  readonly toLine?: (position: number) => { readonly search: string }
}

/** An invoice as its reader sees it: paper-white in every theme, as it leaves the house. */
export const Sheet = ({ invoice, mark, chosen, toLine }: SheetProps) => {
  const words = useSheetWords()
  const { page } = words
  const { status, type } = invoice
  return (
    <article className="sheet on-plate" aria-label={page.asSent}>
      <header className="sheet-head">
        {mark}
        {status === 'void' ? <span className="sheet-stamp">{page.voidMark}</span> : null}
        {isSettled(invoice) ? <span className="sheet-stamp">{page.paidMark}</span> : null}
      </header>
      <div className="sheet-to">
        <Party name={invoice.buyerLegalName} address={invoice.buyerAddress} vatId={invoice.buyerVatId} />
        <Facts invoice={invoice} />
      </div>
      <h2 className="sheet-title">{words.kinds[type]}</h2>
      <SheetLines invoice={invoice} chosen={chosen} toLine={toLine} />
      <SheetSums invoice={invoice} />
      <SheetFoot of={invoice} />
    </article>
  )
}

const Party = ({ name, address, vatId }: { name: string; address: string; vatId: string | null }) => {
  const words = useSheetWords().page
  return (
    <div className="sheet-party">
      <b dir="auto">{name}</b>
      <p dir="auto">{address}</p>
      {vatId === null ? null : (
        <p>
          {words.vatId} {vatId}
        </p>
      )}
    </div>
  )
}

const Facts = ({ invoice }: { readonly invoice: SheetInvoice }) => {
  const words = useSheetWords().page
  const { daysInWords, dueDay, invoiceDay } = useFormat()
  const { invoiceNumber, issuedAt, dueAt, timeZone, buyerReference, serviceFrom, serviceTo } = invoice
  return (
    <dl className="kv">
      <Fact name={words.number}>{invoiceNumber ?? <span className="quiet">{words.atIssue}</span>}</Fact>
      <Fact name={words.date}>{issuedAt && invoiceDay(issuedAt, 'long', timeZone)}</Fact>
      <Fact name={words.due}>{dueDay(dueAt, 'long', timeZone)}</Fact>
      <Fact name={words.service}>
        {serviceFrom === null || serviceTo === null ? null : daysInWords(serviceFrom, serviceTo)}
      </Fact>
      <Fact name={words.reference}>{buyerReference}</Fact>
    </dl>
  )
}

interface SheetSumsProps {
  readonly invoice: Pick<SheetInvoice, 'currency' | 'currencyDecimals' | 'netMinor' | 'taxTotals' | 'totalMinor'>
}

export const SheetSums = ({ invoice }: SheetSumsProps) => {
  const words = useSheetWords().sums
  const { of } = useSheetWords().page
  const { money, percent } = useFormat()
  const { netMinor, taxTotals, totalMinor } = invoice
  return (
    <dl className="sheet-sums">
      <div>
        <dt>{words.net}</dt>
        <dd>{money(invoice, netMinor)}</dd>
      </div>
      {taxTotals.map(({ category, rateBps, reason, taxableMinor, taxMinor }) => (
        <div key={`${category} ${rateBps}`}>
          <dt>
            {words.tax(category, percent(rateBps))} <small>{of(money(invoice, taxableMinor))}</small>
            {reason === null ? null : <small dir="auto">{reason}</small>}
          </dt>
          <dd>{money(invoice, taxMinor)}</dd>
        </div>
      ))}
      <div className="all">
        <dt>{totalMinor < 0 ? words.back : words.total}</dt>
        <dd>{money(invoice, totalMinor)}</dd>
      </div>
    </dl>
  )
}

/** The terms, the account and the seller, as the end of the paper has them. */
export const SheetFoot = ({ of }: { readonly of: SheetSeller }) => {
  const words = useSheetWords().page
  const { sellerLegalName, sellerAddress, sellerVatId, sellerTaxNumber, sellerBankAccount: account, paymentTerms } = of
  const seller = [
    sellerLegalName,
    sellerAddress?.replaceAll('\n', ', '),
    sellerVatId && `${words.vatId} ${sellerVatId}`,
    sellerTaxNumber && `${words.taxNumber} ${sellerTaxNumber}`,
  ]
  const bank = account && [
    account.holder,
    `IBAN ${ibanText(account.iban)}`.replaceAll(' ', '\u00a0'),
    account.bic && `BIC ${account.bic}`,
  ]
  return (
    <footer className="sheet-foot">
      {paymentTerms === null ? null : <p dir="auto">{paymentTerms}</p>}
      {bank ? (
        <p dir="auto">
          <Joined parts={bank} />
        </p>
      ) : null}
      <p dir="auto">
        <Joined parts={seller} />
      </p>
    </footer>
  )
}
