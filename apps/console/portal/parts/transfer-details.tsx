import { Fragment, lazy, Suspense } from 'react'
import { ibanText, writtenMinor } from '../../../../domains/billing/billables/rules.ts'
import { useFormat } from '../../format.ts'
import { CopyButton } from '../../parts/text/copy-button.tsx'
import { persistently } from '../../shell/late-code.ts'
import { usePortalInvoiceWords } from '../../words/portal-invoices/index.ts'
import type { PortalInvoice } from './invoice-row.tsx'

// It draws nothing beyond the rows.
const TransferCode = lazy(persistently(() => import('./transfer-code.tsx')))

interface Row {
  readonly name: string
  readonly shown: string
  /** The text that its button copies. */
  readonly copied: string
}

/** The amount of an invoice that is to be paid, and the data for a transfer. */
export const TransferDetails = ({ invoice }: { readonly invoice: PortalInvoice }) => {
  const words = usePortalInvoiceWords().transfer
  const { money } = useFormat()
  const { dueCents, invoiceNumber, sellerLegalName, sellerBankAccount: account } = invoice
  const recipient = account?.holder ?? sellerLegalName
  const rows: readonly Row[] = [
    { name: words.amount, shown: money(invoice, dueCents), copied: writtenMinor(dueCents, invoice.currencyDecimals) },
    ...(account && recipient ? [{ name: words.recipient, shown: recipient, copied: recipient }] : []),
    ...(account ? [{ name: words.iban, shown: ibanText(account.iban), copied: account.iban }] : []),
    ...(account?.bic ? [{ name: words.bic, shown: account.bic, copied: account.bic }] : []),
    { name: words.reference, shown: invoiceNumber, copied: invoiceNumber },
  ]
  return (
    <section className="panel invoice-transfer" aria-label={words.title}>
      <Suspense>
        <TransferCode invoice={invoice} />
      </Suspense>
      <dl className="kv">
        {rows.map(({ name, shown, copied }) => (
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
