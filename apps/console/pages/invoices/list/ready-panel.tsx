import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { useFormat } from '../../../format.ts'
import { paths } from '../../../paths.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { amountsOf, useReady } from '../drafted-billables.ts'
import { useSums, type Billable } from '../../../parts/invoice-sheet/invoice-state.ts'

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
    .map((ofDraft) => {
      const { clientAccountId } = ofDraft[0]!
      return { clientAccountId, count: ofDraft.length, name: names.get(clientAccountId), sum: amountsOf(ofDraft)[0]! }
    })
}

/** Billable money, and a link to bill it. */
export const ReadyPanel = ({ billables: open, clients, isCut }: ReadyProps & { readonly isCut: boolean }) => {
  const { ready: billables, onDrafts } = useReady(open)
  const words = useInvoiceWords()
  const { newestOnly } = useMoneyWords()
  const { number } = useFormat()
  const written = useSums()
  const ready = readyToBill({ billables, clients })
  return (
    <section className="panel pad money-ready">
      <h2 className="over">{words.ready}</h2>
      {ready.length === 0 ? (
        <p className="soft">{onDrafts.length > 0 ? words.onDraftsOnly : words.nothingReady}</p>
      ) : (
        <p className="money-sum">{written(amountsOf(billables))}</p>
      )}
      {onDrafts.length > 0 && ready.length > 0 ? (
        <p className="soft">{words.alsoDrafted(written(amountsOf(onDrafts)))}</p>
      ) : null}
      {isCut ? <p className="soft">{newestOnly(number(billables.length))}</p> : null}
      <ReadyRows ready={ready.slice(0, rowsShown)} isOnly={ready.length === 1} />
      {ready.length > rowsShown ? <TextLink to={paths.newInvoice}>{words.showAll}</TextLink> : null}
    </section>
  )
}

interface ReadyRowsProps {
  readonly ready: ReturnType<typeof readyToBill>
  /** Whether the sum above is that of the only row. */
  readonly isOnly?: boolean
}

export const ReadyRows = ({ ready, isOnly = false }: ReadyRowsProps) => {
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
            <span className={isOnly ? 'm' : 'm hide-s'}>{words.readyOf(count)}</span>
            {isOnly ? (
              <ChevronRight className="i" aria-hidden="true" />
            ) : (
              <b className="num">{money(sum, sum.minor)}</b>
            )}
          </Link>
        </li>
      ))}
    </ul>
  )
}
