import { Link } from 'react-router'
import type { Reply } from '../../../../platform/client/index.ts'
import type { listDeliverables } from '../../../../domains/delivery/deliverables/contract.ts'
import { paths } from '../../paths.ts'
import { useWords } from '../../words/shell/index.ts'
import type { ProjectRow } from '../../api/waiting-items.ts'
import { byNewest, DeliverableRows, isDraft } from '../deliverables/list/deliverable-list.tsx'
import '../deliverables/deliverables.css'

const rowsShown = 6

interface DeliveredPanelProps {
  readonly deliverables: Reply<typeof listDeliverables>
  readonly projects: readonly ProjectRow[]
}

/** The last deliveries to clients. Nothing without a publication. */
export const DeliveredPanel = ({ deliverables, projects }: DeliveredPanelProps) => {
  const words = useWords()
  const published = byNewest(deliverables.filter((one) => !isDraft(one))).slice(0, rowsShown)
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
      <DeliverableRows rows={published} names={names} />
    </section>
  )
}
