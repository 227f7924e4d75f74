import { TextLink } from '../../parts/text/text-link.tsx'
import { getWorkspaceBudget } from '../../../../domains/delivery/budgets/contract.ts'
import { useLateReply } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'
import { Meter } from '../../parts/feedback/meter.tsx'
import { paths } from '../../paths.ts'
import { useWords } from '../../words/shell/index.ts'

/** The cost of models in the whole workspace against its cap, with a link to the cost of each project. */
export const Spend = () => {
  const words = useWords().home_
  const { dollars } = useFormat()
  const workspace = useLateReply(getWorkspaceBudget).data
  if (!workspace) return null
  const { spentUsd: spent, reservedUsd: held, enforced } = workspace
  const cap = enforced.costCapUsd
  return (
    <section>
      <h2>{words.spend}</h2>
      <div className="line base">
        <span className="sum">{dollars(spent)}</span>
        {cap === null ? null : <span className="quiet">{words.ofCap(dollars(cap))}</span>}
      </div>
      {cap === null ? null : <Meter spent={spent} held={held} cap={cap} />}
      {held > 0 ? <p className="quiet small">{words.reserved(dollars(held))}</p> : null}
      <TextLink to={paths.usage}>{words.byProject}</TextLink>
    </section>
  )
}
