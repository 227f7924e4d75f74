import type { AssembledDraft } from '../../../../../domains/billing/invoices/rules/draft.ts'
import { explainCode } from '../../../errors.ts'
import { useFormat } from '../../../format.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'
import type { DraftRefused } from './draft-totals.ts'

interface DraftSumsProps {
  readonly result: AssembledDraft | DraftRefused | undefined
  readonly of: Billable
}

/** The totals of the ticked draft; or the obstacle to one. */
export const DraftSums = ({ result, of }: DraftSumsProps) => {
  const words = useInvoiceWords().draft
  const { errors } = useWords()
  const { money, percent } = useFormat()
  if (!result) return <p className="note">{words.nothing}</p>
  if ('code' in result) {
    const { title, text } = explainCode(result.code, result.message, errors)
    return (
      <p className="note wait" role="status">
        <span>
          <b>{title}.</b> {text}
        </span>
      </p>
    )
  }
  const { netMinor, taxTotals, totalMinor } = result
  return (
    <dl className="sums panel pad" aria-live="polite">
      <div>
        <dt>{words.net}</dt>
        <dd>{money(of, netMinor)}</dd>
      </div>
      {taxTotals.map(({ category, rateBps, taxMinor }) => (
        <div key={`${category} ${rateBps}`}>
          <dt>{words.tax(category, percent(rateBps))}</dt>
          <dd>{money(of, taxMinor)}</dd>
        </div>
      ))}
      <div className="all">
        <dt>{totalMinor < 0n ? words.back : words.total}</dt>
        <dd>{money(of, totalMinor)}</dd>
      </div>
    </dl>
  )
}
