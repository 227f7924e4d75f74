import { Link } from 'react-router'
import { useFormat } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { useDrafted } from '../drafted-billables.ts'
import { sumsOf, useSums, type Billable } from '../../../parts/invoice-sheet/invoice-state.ts'

const rowsShown = 5

interface ReadyProps {
  readonly billables: readonly Billable[]
  readonly clients: readonly { readonly id: string; readonly name: string }[]
}

/** Open billables, by client and currency: each is one draft, with the largest number of billables first. */
export const readyToBill = ({ billables, clients }: ReadyProps) => {
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  return [...Map.groupBy(billables, ({ clientAccountId, currency }) => `${clientAccountId} ${currency}`).values()]
    .toSorted((one, other) => other.length - one.length)
    .map((of) => ({
      clientAccountId: of[0]!.clientAccountId,
      count: of.length,
      name: names.get(of[0]!.clientAccountId),
      sum: sumsOf(of, ({ amountMinor }) => amountMinor)[0]!,
    }))
}

/** Money to ask for, and one click to where it is asked for. */
export const ReadyPanel = ({ billables: open, clients, isCut }: ReadyProps & { readonly isCut: boolean }) => {
  const drafted = useDrafted()
  const billables = open.filter(({ id }) => !drafted.has(id))
  const onDrafts = open.length - billables.length
  const words = useInvoiceWords()
  const { newestOnly } = useMoneyWords()
  const { number } = useFormat()
  const written = useSums()
  const ready = readyToBill({ billables, clients })
  return (
    <section className="panel pad money-ready">
      <h2 className="over">{words.ready}</h2>
      {ready.length === 0 ? (
        <p className="soft">{onDrafts > 0 ? words.onDraftsOnly : words.nothingReady}</p>
      ) : (
        <p className="money-sum">{written(sumsOf(billables, ({ amountMinor }) => amountMinor))}</p>
      )}
      {onDrafts > 0 && ready.length > 0 ? <p className="soft">{words.alsoDrafted(onDrafts)}</p> : null}
      {isCut ? <p className="soft">{newestOnly(number(billables.length))}</p> : null}
      <ReadyRows ready={ready.slice(0, rowsShown)} />
      {ready.length > rowsShown ? (
        <Link className="link" to={paths.newInvoice}>
          {words.showAll}
        </Link>
      ) : null}
    </section>
  )
}

export const ReadyRows = ({ ready }: { readonly ready: ReturnType<typeof readyToBill> }) => {
  const words = useInvoiceWords()
  const { money } = useFormat()
  return (
    <ul className="rows">
      {ready.map(({ clientAccountId, name, count, sum }) => (
        <li key={`${clientAccountId} ${sum.currency}`}>
          <Link
            className="row money-row"
            to={`${paths.newInvoice}?client=${clientAccountId}&currency=${sum.currency}`}
            title={name}
          >
            <span className="t cut grow" dir="auto">
              {name ?? words.billables.gone}
            </span>
            <span className="m hide-s">{words.readyOf(count)}</span>
            <b className="num">{money(sum, sum.minor)}</b>
          </Link>
        </li>
      ))}
    </ul>
  )
}
