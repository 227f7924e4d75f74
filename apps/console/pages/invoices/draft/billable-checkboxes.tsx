import { Link } from 'react-router'
import { useFormat } from '../../../format.ts'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { toggled } from '../../../parts/forms/toggled.ts'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { Seal } from '../../../parts/text/seal.tsx'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import type { Billable } from '../../../parts/invoice-sheet/invoice-state.ts'
import { useQuantity } from '../use-quantity-text.ts'

interface BillableTicksProps {
  readonly client: string
  readonly billables: readonly Billable[]
  /** Those that are left out. */
  readonly left: ReadonlySet<string>
  /** The draft that already has a billable, by its id. */
  readonly drafted: ReadonlyMap<string, string>
  readonly onChange: (left: ReadonlySet<string>) => void
}

/** Open billables, all of them ticked at first. */
export const BillableTicks = ({ client, billables, left, drafted, onChange }: BillableTicksProps) => {
  const words = useInvoiceWords()
  const { shown, more } = useShowMore(billables)
  const ticked = billables.filter(({ id }) => !left.has(id)).length
  const toggle = (id: string) => onChange(toggled(left, id))
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
        <Tick
          key={billable.id}
          billable={billable}
          isDrafted={drafted.has(billable.id)}
          isTicked={!left.has(billable.id)}
          onToggle={toggle}
        />
      ))}
      <ShowMore onMore={more} />
      <Link className="row link" to={`${paths.newBillable}?client=${client}`}>
        {words.addCharge}
      </Link>
    </fieldset>
  )
}

interface TickProps {
  readonly billable: Billable
  readonly isDrafted: boolean
  readonly isTicked: boolean
  readonly onToggle: (id: string) => void
}

const Tick = ({ billable, isDrafted, isTicked, onToggle }: TickProps) => {
  const words = useInvoiceWords()
  const { money } = useFormat()
  const quantity = useQuantity()
  const { id, description, correctsId, amountMinor, revisionHash } = billable
  return (
    <label className="row act rows-cheap tick">
      <input type="checkbox" checked={isTicked} onChange={() => onToggle(id)} />
      <span className="grow">
        <span className="t" dir="auto" title={description}>
          {description}
        </span>
        <small className="quiet">
          {correctsId === null ? null : `${words.draft.correction}\u00a0· `}
          {quantity(billable)}
          {isDrafted ? `\u00a0· ${words.onAnotherDraft}` : null}
        </small>
      </span>
      {revisionHash === null ? null : (
        <span className="hide-s">
          <Seal sha256={revisionHash} />
        </span>
      )}
      <b className="num">{money(billable, amountMinor)}</b>
    </label>
  )
}
