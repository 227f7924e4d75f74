import { Link } from 'react-router'
import { listModelCalls } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Input, Reply } from '../../../../../platform/client/index.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import type { GlyphName } from '../../../parts/text/glyph.tsx'
import '../../../parts/list/wide-table.css'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { paths } from '../../../paths.ts'
import type { Tone } from '../../../states.ts'
import { useUsageWords } from '../../../words/usage/index.ts'

type Call = Reply<typeof listModelCalls>[number]

const looks: Readonly<Record<Call['outcome'], { readonly glyph: GlyphName; readonly tone: Tone }>> = {
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
    return (
      <div className="panel">
        <Empty title={words.noCalls} text="" />
      </div>
    )
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
