import { Link } from 'react-router'
import { useReply } from '../../../api/use-operation.ts'
import { useFormat } from '../../../format.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { Figure } from '../figure.tsx'
import { getProjectBudget, getProjectUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Meter } from '../../../parts/feedback/meter.tsx'
import { Section } from '../../../parts/section.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../parts/list/use-show-more.ts'
import { paths } from '../../../paths.ts'

/** The spending of a project against its cap, its refused calls, and its cost by cycle. */
export const BudgetSection = ({ id }: { readonly id: string }) => {
  const { budget: words, overview } = useProjectWords()
  const { dollars, number } = useFormat()
  const { spentUsd, reservedUsd, enforced, refusals } = useReply(getProjectBudget, { params: { id } })
  const usage = useReply(getProjectUsage, { params: { id } })
  const cap = enforced.costCapUsd
  return (
    <Section
      title={words.name}
      text={cap === null ? words.noCap : words.capped}
      action={<Link to={paths.projectSettings(id)}>{words.changeCaps}</Link>}
    >
      <dl className="panel figures">
        <Figure
          name={words.spent}
          value={dollars(spentUsd)}
          note={cap === null ? words.sinceBeginning : overview.ofCap(dollars(cap))}
        />
        {cap === null ? null : (
          <Figure
            name={words.left}
            value={dollars(Math.max(0, cap - spentUsd - reservedUsd))}
            note={words.held(dollars(reservedUsd))}
          />
        )}
        <Figure name={words.callsOfModels} value={number(usage.calls)} note={words.inCycles(usage.cycles.length)} />
        <Figure
          name={words.tokensRead}
          value={number(usage.inputTokens)}
          note={words.tokensWritten(number(usage.outputTokens))}
        />
      </dl>
      {cap === null || spentUsd + reservedUsd === 0 ? null : (
        <div className="below">
          <Meter spent={spentUsd} held={reservedUsd} cap={cap} />
        </div>
      )}
      {refusals.length === 0 ? null : (
        <Section title={words.refusals}>
          <div className="panel rows">
            {refusals.map(({ callId, message, model, refusedAt }) => (
              <div key={callId} className="row">
                <span className="t cut grow" title={message}>
                  {message}
                </span>
                <span className="m mono hide-s">{model}</span>
                <Age at={refusedAt} className="m num age" />
              </div>
            ))}
          </div>
        </Section>
      )}
      <Usage id={id} usage={usage} />
    </Section>
  )
}

const Usage = ({ id, usage }: { readonly id: string; readonly usage: Reply<typeof getProjectUsage> }) => {
  const words = useProjectWords().budget
  const { dollars, number } = useFormat()
  const { shown, more } = useShowMore(usage.cycles)
  return (
    <Section title={words.usage}>
      {usage.unpricedCalls > 0 ? <p className="note wait">{words.unpriced(usage.unpricedCalls)}</p> : null}
      {usage.estimatedCalls > 0 ? <p className="note">{words.estimated(usage.estimatedCalls)}</p> : null}
      {usage.cycles.length === 0 ? <p className="quiet">{words.noUsage}</p> : null}
      <div className="panel" hidden={usage.cycles.length === 0}>
        <table className="grid">
          <thead>
            <tr>
              <th>{words.cycle}</th>
              <th className="num hide-s">{words.runs}</th>
              <th className="num">{words.calls}</th>
              <th className="num hide-s">{words.tokensRead}</th>
              <th className="num">{words.cost}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ cycleId, title, runs, calls, inputTokens, costUsd }) => (
              <tr key={cycleId}>
                <td className="main whole-title" dir="auto" title={title}>
                  <Link to={paths.cycle(id, cycleId)}>{title}</Link>
                </td>
                <td className="num hide-s">{number(runs)}</td>
                <td className="num">{number(calls)}</td>
                <td className="num hide-s">{number(inputTokens)}</td>
                <td className="num">{dollars(costUsd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore onMore={more} />
    </Section>
  )
}
