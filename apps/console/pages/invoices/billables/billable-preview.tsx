import { lineAmountOf } from '../../../../../domains/billing/billables/rules/amounts.ts'
import { decimalsOf } from '../../../../../domains/billing/billables/rules/currencies.ts'
import type { Unit } from '../../../../../domains/billing/billables/rules.ts'
import type { TaxClass } from '../../../../../domains/billing/billables/rules/tax.ts'
import { totalsOf } from '../../../../../domains/billing/invoices/rules/totals.ts'
import { useFormat } from '../../../format.ts'
import { SheetSums } from '../../../parts/invoice-sheet/invoice-sheet.tsx'
import { SheetLines } from '../../../parts/invoice-sheet/sheet-lines.tsx'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { shownTotals } from '../draft/draft-totals.ts'
import type { BillableInputs } from './billable-fields.tsx'

interface BillablePreviewProps {
  readonly typed: BillableInputs
  /** The tax of its class; undefined if only the draft of the invoice knows it. */
  readonly tax: TaxClass | undefined
  readonly quantity: string | undefined
  readonly unitPriceMinor: number | undefined
}

/** The charge as a line of an invoice while it is typed, with its tax and total if the class of tax is known. */
export const BillablePreview = ({ typed, tax, quantity = '0', unitPriceMinor = 0 }: BillablePreviewProps) => {
  const words = useInvoiceWords().billables
  const { money } = useFormat()
  const { currency, description, unit, taxClass } = typed
  const of = { currency, currencyDecimals: decimalsOf(currency) }
  const amountMinor = lineAmountOf({ quantity, unitPriceMinor })
  const { category, rateBps, reason } = tax ?? { category: 'S', rateBps: 0, reason: null }
  const line = { quantity, unitPriceMinor, taxClass, category, rateBps, reason } as const
  return (
    <aside className="sheet on-plate" aria-label={words.onInvoice}>
      <p className="over">{words.onInvoice}</p>
      <SheetLines
        invoice={{
          ...of,
          lines: [
            {
              ...line,
              position: 1,
              description: description.trim() || words.description,
              unit: unit as Unit,
              amountMinor: Number(amountMinor),
            },
          ],
        }}
      />
      <div role="status">
        {tax ? (
          <SheetSums invoice={{ ...of, ...shownTotals(totalsOf([{ ...line, amountMinor }])) }} />
        ) : (
          <p className="num">{words.comesTo(money(of, amountMinor))}</p>
        )}
      </div>
    </aside>
  )
}
