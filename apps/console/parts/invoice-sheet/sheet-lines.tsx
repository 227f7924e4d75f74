import { Link } from 'react-router'
import { useFormat } from '../../format.ts'
import { useSheetWords } from '../../words/invoices/sheet/index.ts'
import { ShowMore } from '../list/show-more.tsx'
import { useShowMore } from '../list/use-show-more.ts'
import type { SheetInvoice } from './sheet-invoice.ts'

interface SheetLinesProps {
  readonly invoice: Pick<SheetInvoice, 'currency' | 'currencyDecimals' | 'lines'>
  readonly chosen?: number | undefined
  readonly toLine?: ((position: number) => { readonly search: string }) | undefined
}

/** The billed items, line by line; a line links to its billable if that can be seen. */
export const SheetLines = ({ invoice, chosen, toLine }: SheetLinesProps) => {
  const words = useSheetWords()
  const { page } = words
  const { money, decimal } = useFormat()
  const { shown, more } = useShowMore(invoice.lines)
  if (invoice.lines.length === 0) return <p className="quiet">{page.noLines}</p>
  return (
    <>
      <table className="sheet-lines">
        <thead>
          <tr>
            <th>{page.what}</th>
            <th className="num at-quantity">{page.quantity}</th>
            <th className="num at-price">{page.price}</th>
            <th className="num">{page.amount}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => {
            const quantity = words.units[line.unit](decimal(line.quantity), line.quantity === '1')
            const isChosen = line.position === chosen
            return (
              <tr key={line.position} className={isChosen ? 'on' : undefined}>
                <td dir="auto">
                  {toLine ? (
                    <Link to={toLine(line.position)} replace preventScrollReset aria-current={isChosen || undefined}>
                      <b>{line.description}</b>
                    </Link>
                  ) : (
                    <b>{line.description}</b>
                  )}
                  <small className="only-s">
                    {quantity} × {money(invoice, line.unitPriceMinor)}
                  </small>
                </td>
                <td className="num at-quantity">{quantity}</td>
                <td className="num at-price">{money(invoice, line.unitPriceMinor)}</td>
                <td className="num">{money(invoice, line.amountMinor)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <ShowMore onMore={more} />
    </>
  )
}
