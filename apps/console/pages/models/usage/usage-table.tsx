import { Link } from 'react-router'
import { useFormat } from '../../../format.ts'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { NamedCell, WideTable } from '../../../parts/list/wide-table.tsx'
import { paths } from '../../../paths.ts'
import { useUsageWords } from '../../../words/usage/index.ts'
import { sumOf, sumsBy, type Dimension, type UsageRow, type UsageSum } from './usage-sums.ts'

interface UsageTableProps {
  readonly dimension: Dimension
  readonly rows: readonly UsageRow[]
}

/** A row for each project, person or model, and the sum of all. */
export const UsageTable = ({ dimension, rows }: UsageTableProps) => {
  const words = useUsageWords()
  const { shown, more } = useShowMore(sumsBy(dimension, rows))
  return (
    <>
      <WideTable label={words.dimensions[dimension]} className="stacked">
        <thead>
          <tr>
            <th>{words.columns[dimension]}</th>
            <th className="num">{words.cost}</th>
            <th className="num">{words.calls}</th>
            <th className="num">{words.filters.refused}</th>
            <th className="num">{words.read}</th>
            <th className="num">{words.written}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((sum) => (
            <tr key={`${sum.of.projectId} ${sum.of.personId} ${sum.of.model}`}>
              <td className="main" dir="auto">
                <Named dimension={dimension} row={sum.of} />
              </td>
              <Figures sum={sum} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td className="main">{words.all}</td>
            <Figures sum={sumOf(rows)} />
          </tr>
        </tfoot>
      </WideTable>
      <ShowMore onMore={more} />
    </>
  )
}

const Named = ({ dimension, row }: { readonly dimension: Dimension; readonly row: UsageRow }) => {
  const words = useUsageWords()
  if (dimension === 'model') return row.model
  if (dimension === 'person') {
    if (row.personId === null) return <span className="quiet">{words.noPerson}</span>
    return row.personName ?? <span className="quiet">{words.formerPerson}</span>
  }
  if (row.projectId === null || row.projectName === null) return <span className="quiet">{words.noProject}</span>
  return <Link to={paths.metrics(row.projectId)}>{row.projectName}</Link>
}

const Figures = ({ sum }: { readonly sum: UsageSum }) => {
  const words = useUsageWords()
  const { number, dollars } = useFormat()
  const counts = [
    [words.calls, sum.calls],
    [words.filters.refused, sum.refusedCalls],
    [words.read, sum.inputTokens],
    [words.written, sum.outputTokens],
  ] as const
  return (
    <>
      <NamedCell isNumber name={words.cost} value={dollars(sum.costUsd)} />
      {counts.map(([name, count]) => (
        <NamedCell key={name} isNumber name={name} value={count === 0 ? undefined : number(count)} />
      ))}
    </>
  )
}
