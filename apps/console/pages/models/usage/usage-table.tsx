import { Link } from 'react-router'
import { useFormat } from '../../../format.ts'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { NamedCell, WideTable } from '../../../parts/list/wide-table.tsx'
import { paths } from '../../../paths.ts'
import { useUsageWords } from '../../../words/usage/index.ts'
import { sumOf, sumsBy, type Dimension, type UsageRow, type UsageSum } from './usage-sums.ts'
import { listModelCalls } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Input, Reply } from '../../../../../platform/client/index.ts'
import { usePages } from '../../../api/use-pages.ts'
import { Age } from '../../../parts/text/age.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import type { StateBadge } from '../../../states.ts'
import '../../../parts/list/wide-table.css'

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

type Call = Reply<typeof listModelCalls>[number]

const looks: Readonly<Record<Call['outcome'], StateBadge>> = {
  finished: { glyph: 'good', tone: 'good' },
  failed: { glyph: 'bad', tone: 'bad' },
  open: { glyph: 'testing', tone: 'live' },
  abandoned: { glyph: 'bad', tone: 'plain' },
  refused: { glyph: 'bad', tone: 'wait' },
}

/** Model calls, newest first, with the tokens and the cost of each and the reason of a refusal. */
export const CallList = ({ query }: { readonly query: NonNullable<Input<typeof listModelCalls>['query']> }) => {
  const words = useUsageWords()
  const { dollars, number } = useFormat()
  const { rows, ...rest } = usePages(listModelCalls, { query })
  if (rows.length === 0) {
    return <EmptyPanel title={words.noCalls} text="" />
  }
  return (
    <>
      <div className="panel wide-table stacked calls">
        <table className="grid" aria-label={words.latest}>
          <thead>
            <tr>
              <th>{words.columns.model}</th>
              <th>{words.columns.project}</th>
              <th>{words.columns.person}</th>
              <th>{words.outcome}</th>
              <th className="num">{words.tokens}</th>
              <th className="num">{words.cost}</th>
              <th className="num">{words.sent}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, model, message, projectId, projectName, cycleId, ...call }) => {
              const project = projectName ?? words.noProject
              const person = call.personId === null ? words.noPerson : (call.personName ?? words.formerPerson)
              return (
                <tr key={id}>
                  <td className="main" dir="auto">
                    {model}
                    {message === null ? null : <span className="quiet"> {message}</span>}
                  </td>
                  <td dir="auto">
                    {projectId && cycleId ? <Link to={paths.cycle(projectId, cycleId)}>{project}</Link> : project}
                  </td>
                  <td dir="auto">{person}</td>
                  <td>
                    <State {...looks[call.outcome]}>{words.outcomes[call.outcome]}</State>
                  </td>
                  <td className="num hide-s">
                    {call.inputTokens === null || call.outputTokens === null
                      ? '–'
                      : number(call.inputTokens + call.outputTokens)}
                  </td>
                  <td className="num">{call.costUsd === null ? words.noPrice : dollars(call.costUsd)}</td>
                  <td className="num quiet">
                    <Age at={call.sentAt} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <ShowMore onMore={rest.more} rest={rest} />
    </>
  )
}
