import { Fragment, lazy, Suspense } from 'react'
import { ibanText, writtenMinor } from '../../../../domains/billing/billables/rules.ts'
import { useFormat } from '../../format.ts'
import { CopyButton } from '../../parts/text/copy-button.tsx'
import { persistently } from '../../shell/late-code.ts'
import { usePortalInvoiceWords } from '../../words/portal-invoices/index.ts'
import type { PortalInvoice } from './invoice-row.tsx'

// It draws nothing beyond the rows.
const TransferCode = lazy(persistently(() => import('./transfer-code.tsx')))

/** The amount of an invoice that is to be paid, and the data for a transfer. */
export const TransferDetails = ({ invoice }: { readonly invoice: PortalInvoice }) => {
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
