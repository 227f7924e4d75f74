import { Link } from 'react-router'
import { useFormat } from '../../../format.ts'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { toggled } from '../../../parts/forms/toggled.ts'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { joined } from '../../../parts/text/joined.tsx'
import { Seal } from '../../../parts/text/seal.tsx'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'
import { useQuantity } from '../use-quantity-text.ts'

interface BillableTicksProps {
  readonly client: string
  readonly billables: readonly Billable[]
  /** The ids of billables that are left out. */
  readonly left: ReadonlySet<string>
  /** The draft that already has a billable, by its id. */
  readonly drafted: ReadonlyMap<string, string>
  readonly onChange: (left: ReadonlySet<string>) => void
}

/** Open billables, all of them ticked at first. */
export const BillableTicks = ({ client, billables, left, drafted, onChange }: BillableTicksProps) => {
  const words = useInvoiceWords()
  const { money } = useFormat()
  const quantity = useQuantity()
  const { shown, more } = useShowMore(billables)
  const ticked = billables.filter(({ id }) => !left.has(id)).length
  return (
    <fieldset className="panel ticks">
      <legend className="sr">{words.draft.what}</legend>
      <label className="row act ticks-all">
        <input
          type="checkbox"
          checked={ticked === billables.length}
          ref={(box) => {
            if (box) box.indeterminate = ticked > 0 && ticked < billables.length
          }}
          onChange={() => onChange(new Set(ticked === billables.length ? billables.map(({ id }) => id) : []))}
        />
        <span className="t grow">{words.draft.all}</span>
        <span className="m">{words.draft.ticked(ticked, billables.length)}</span>
      </label>
      {shown.map((billable) => (
        <label key={billable.id} className="row act rows-cheap tick">
          <input
            type="checkbox"
            checked={!left.has(billable.id)}
            onChange={() => onChange(toggled(left, billable.id))}
          />
          <span className="grow">
            <span className="t" dir="auto" title={billable.description}>
              {billable.description}
            </span>
            <small className="quiet">
              {joined(
                billable.correctsId !== null && words.draft.correction,
                quantity(billable),
                drafted.has(billable.id) && words.onAnotherDraft,
              )}
            </small>
          </span>
          {billable.revisionHash === null ? null : (
            <span className="hide-s">
              <Seal sha256={billable.revisionHash} />
            </span>
          )}
          <b className="num">{money(billable, billable.amountMinor)}</b>
        </label>
      ))}
      <ShowMore onMore={more} />
      <Link className="row link" to={`${paths.newBillable}?client=${client}`}>
        {words.addCharge}
      </Link>
    </fieldset>
  )
}
