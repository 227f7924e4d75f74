import { useFormat } from '../../../format.ts'
import { More } from '../../../parts/show-more.tsx'
import { useMore } from '../../../parts/use-show-more.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { billedSums, byCurrency, byWork, type RevenueRow } from './revenue-sums.ts'
import { NamedCell, WideTable } from '../../../parts/wide-table.tsx'

/** A row for each client, project and currency over all months that are shown, and the sums of each currency. */
export const RevenueTable = ({ rows }: { readonly rows: readonly RevenueRow[] }) => {
  const words = useInvoiceWords()
  const { revenue, aging } = useMoneyWords()
  const { shown, more } = useMore(byWork(rows))
  return (
    <>
      <WideTable label={revenue.work} className="stacked">
        <thead>
          <tr>
            <th>{words.client}</th>
            <th>{revenue.project}</th>
            <th className="num">{revenue.issued}</th>
            <th className="num">{revenue.paid}</th>
            <th className="num">{revenue.open}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ of, ...billed }) => (
            <tr key={[of.clientAccountId, of.projectId, of.currency].join()}>
              <td className="main" dir="auto" title={of.clientName}>
                {of.clientName}
              </td>
              <NamedCell
                name={revenue.project}
                value={of.projectName ?? <span className="quiet">{revenue.noProject}</span>}
              />
              <Amounts of={of} {...billed} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          {byCurrency(rows).map((of) => (
            <tr key={of[0]!.currency}>
              <td className="main">{aging.all(of[0]!.currency)}</td>
              <td className="hide-s" />
              <Amounts of={of[0]!} {...billedSums(of)} />
            </tr>
          ))}
        </tfoot>
      </WideTable>
      <More onMore={more} />
    </>
  )
}

interface AmountsProps {
  readonly of: RevenueRow
  readonly issued: bigint
  readonly paid: bigint
}

const Amounts = ({ of, issued, paid }: AmountsProps) => {
  const { money } = useFormat()
  const { revenue } = useMoneyWords()
  const amounts = [
    [revenue.issued, issued],
    [revenue.paid, paid],
    [revenue.open, issued - paid],
  ] as const
  return (
    <>
      {amounts.map(([name, minor]) => (
        <NamedCell key={name} isNumber name={name} value={minor === 0n ? undefined : money(of, minor)} />
      ))}
    </>
  )
}
