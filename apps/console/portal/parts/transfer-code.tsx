import { encode } from 'uqr'
import { transferCodeOf } from '../../../../domains/billing/invoices/rules/transfer-code.ts'
import { useMedia } from '../../parts/use-media.ts'
import { usePortalInvoiceWords } from '../../words/portal-invoices/index.ts'
import type { PortalInvoice } from './invoice-row.tsx'

/** The drawing of a code: a path of its dark squares. */
const pathOf = (rows: readonly (readonly boolean[])[]) =>
  rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')

/** The code that fills in a transfer in euros in a banking app. A phone cannot scan itself. */
export default function TransferCode({ invoice }: { readonly invoice: PortalInvoice }) {
  const words = usePortalInvoiceWords().transfer
  const isWide = useMedia('(min-width: 760px)')
  const { sellerBankAccount: bank, sellerLegalName } = invoice
  const code = bank && transferCodeOf({ ...invoice, bank: { ...bank, holder: bank.holder ?? sellerLegalName ?? '' } })
  if (!isWide || code === null) return null
  const { size, data } = encode(code, { ecc: 'M', border: 2 })
  return (
    <figure className="invoice-code">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.code} shapeRendering="crispEdges">
        <path d={pathOf(data)} />
      </svg>
      <figcaption>{words.scan}</figcaption>
    </figure>
  )
}
