import type { getModelUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useFormat } from '../../../format.ts'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { useInvoiceWords } from '../../../words/invoices/index.ts'
import { useMoneyWords } from '../../../words/money/index.ts'
import { workRows, type WorkRow } from './margin-sums.ts'
import type { RevenueRow } from './revenue-sums.ts'
import { NamedCell, WideTable } from '../../../parts/list/wide-table.tsx'

interface RevenueTableProps {
  readonly rows: readonly RevenueRow[]
  readonly usage: Reply<typeof getModelUsage> | undefined
  /** Whether the report is for a client, with only its projects. */
  readonly isOfClient: boolean
  /** What the months before came to, in a sentence. */
  readonly before: string
}

/** A row for each client, project and currency over all months that are shown, and the sums of each currency. */
export const RevenueTable = ({ rows, usage, isOfClient, before }: RevenueTableProps) => {
  const words = useInvoiceWords()
  const { revenue, aging, margin } = useMoneyWords()
  const { rows: work, sums } = workRows(rows, usage?.rows ?? [], { isBilledOnly: isOfClient })
  const { shown, more } = useShowMore(work)
  const hasMargin = work.some(({ issued, marginMinor }) => issued !== 0n && marginMinor !== null)
  return (
    <>
      <WideTable label={revenue.work} className="stacked revenue-work">
        <thead>
          <tr>
            <th>{words.client}</th>
            <th>{revenue.project}</th>
            <th className="num">{revenue.issued}</th>
            <th className="num">{revenue.paid}</th>
            <th className="num">{revenue.open}</th>
            <th className="num">{margin.costUsd}</th>
            {hasMargin ? <th className="num">{margin.margin}</th> : null}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <tr key={[row.clientName, row.projectId, row.currency].join()}>
              <td className="main" dir="auto" title={row.clientName ?? undefined}>
                <span className={row.clientName && row.clientName === shown[at - 1]?.clientName ? 'again' : undefined}>
                  {row.clientName ?? <span className="quiet">{revenue.noClient}</span>}
                </span>
              </td>
              <NamedCell
                name={revenue.project}
                value={
                  <span className={row.projectName ? undefined : 'quiet'} title={row.projectName ?? undefined}>
                    {row.projectName ?? revenue.noProject}
                  </span>
                }
              />
              <Amounts of={row} hasMargin={hasMargin} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          {sums.map((sum) => (
            <tr key={sum.currency}>
              <td className="main">{sums.length === 1 ? revenue.total : aging.all(sum.currency)}</td>
              <td className="hide-s" />
              <Amounts of={sum} hasMargin={hasMargin} />
            </tr>
          ))}
        </tfoot>
      </WideTable>
      <ShowMore onMore={more} />
      <p className="quiet">
        {[revenue.text, before, hasMargin && margin.text, sums.length > 1 && margin.notMixed].filter(Boolean).join(' ')}
      </p>
    </>
  )
}

const Amounts = ({ of, hasMargin }: { readonly of: Omit<WorkRow, 'projectId'>; readonly hasMargin: boolean }) => {
  const { money, dollars } = useFormat()
  const { revenue, margin } = useMoneyWords()
  const { issued, paid, costUsd, marginMinor } = of
  // Parts of a cent would not add up to their rounded sum.
  const cost = costUsd !== null && costUsd > 0 && costUsd < 0.01 ? `< ${dollars(0.01)}` : dollars(costUsd ?? 0)
  const hasNoMargin = marginMinor === null || (issued === 0n && marginMinor === 0n)
  const amounts = [
    [revenue.issued, issued],
    [revenue.paid, paid],
    [revenue.open, issued - paid],
  ] as const
  return (
    <>
      {amounts.map(([name, minor]) => (
        <NamedCell key={name} isNumber name={name} value={money(of, minor)} />
      ))}
      <NamedCell isNumber name={margin.costUsd} value={costUsd === null ? undefined : cost} />
      {hasMargin ? (
        <NamedCell isNumber name={margin.margin} value={hasNoMargin ? undefined : money(of, marginMinor)} />
      ) : null}
    </>
  )
}
