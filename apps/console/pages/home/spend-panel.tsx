import { useQueries } from '@tanstack/react-query'
import { getProjectBudget, getWorkspaceBudget } from '../../../../domains/delivery/budgets/contract.ts'
import { query, useLateReply } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'
import { Meter } from '../../parts/meter.tsx'
import { useWords } from '../../words/shell/index.ts'
import type { ProjectRow } from '../../api/waiting-items.ts'

const projectsShown = 8

/** The cost of models so far in the whole workspace, as usage has it, against its cap; below, that of each project. */
export const Spend = ({ projects }: { readonly projects: readonly ProjectRow[] }) => {
  const words = useWords().home_
  const { dollars } = useFormat()
  const shown = projects.slice(0, projectsShown)
  const budgets = useQueries({
    queries: shown.map(({ id }) => query(getProjectBudget, { params: { id } })),
    combine: (results) => results.map(({ data }) => data),
  })
  const known = budgets.filter((budget) => budget !== undefined)
  const workspace = useLateReply(getWorkspaceBudget).data
  if (!workspace || known.length < shown.length) return null
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
      <dl className="kv spend">
        {shown.map(({ id, name }, at) =>
          known[at]!.spentUsd === 0 ? null : (
            <div key={id}>
              <dt className="cut" dir="auto" title={name}>
                {name}
              </dt>
              <dd className="num">{dollars(known[at]!.spentUsd)}</dd>
            </div>
          ),
        )}
      </dl>
      {held > 0 ? <p className="quiet small">{words.reserved(dollars(held))}</p> : null}
      {projects.length > shown.length ? <p className="quiet small">{words.partly(shown.length)}</p> : null}
    </section>
  )
}
