import { Link } from 'react-router'
import type { Reply } from '../../../../platform/client/index.ts'
import type { listDeliverables } from '../../../../domains/delivery/deliverables/contract.ts'
import { useAges, useFormat } from '../../format.ts'
import { State } from '../../parts/feedback/state.tsx'
import { paths } from '../../paths.ts'
import { deliverableStates } from '../../states.ts'
import { useWords } from '../../words/shell/index.ts'
import type { ProjectRow } from '../../api/waiting-items.ts'

const rowsShown = 6

interface DeliveredPanelProps {
  readonly deliverables: Reply<typeof listDeliverables>
  readonly projects: readonly ProjectRow[]
}

/** The last deliveries to clients. Nothing without a publication. */
export const DeliveredPanel = ({ deliverables, projects }: DeliveredPanelProps) => {
  const words = useWords()
  const { whole } = useFormat()
  const { ago } = useAges()
  const published = deliverables
    .flatMap((one) => (one.publishedAt === null ? [] : [{ ...one, publishedAt: one.publishedAt }]))
    .toSorted((a, b) => b.publishedAt.localeCompare(a.publishedAt))
    .slice(0, rowsShown)
  if (published.length === 0) return null
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return (
    <section className="sect">
      <div className="sect-head">
        <h2>{words.home_.deliverables}</h2>
        <Link className="more" to={paths.deliverables}>
          {words.home_.allDeliverables}
        </Link>
      </div>
      <div className="panel">
        <table className="grid deliv">
          <thead>
            <tr>
              <th>{words.home_.deliverable}</th>
              <th className="hide-s">{words.home_.project}</th>
              <th>{words.home_.state}</th>
              <th className="num hide-s">{words.home_.when}</th>
            </tr>
          </thead>
          <tbody>
            {published.map(({ id, title, projectId, cycleId, clientStatus, publishedAt }) => (
              <tr key={id}>
                <td className="main" title={title}>
                  <Link to={paths.deliverable(projectId, cycleId)} dir="auto">
                    <b>{title}</b>
                  </Link>
                </td>
                <td className="hide-s soft of" dir="auto" title={names.get(projectId)}>
                  {names.get(projectId)}
                </td>
                <td>
                  <State {...deliverableStates[clientStatus]}>{words.deliverableStates[clientStatus]}</State>
                </td>
                <td className="num quiet hide-s" title={whole(publishedAt)}>
                  {ago(publishedAt)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
