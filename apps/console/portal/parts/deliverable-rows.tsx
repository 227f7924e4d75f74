import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'react-router'
import { getDeliverable } from '../../../../domains/delivery/deliverables/contract.ts'
import type { ClientStatus } from '../../../../domains/delivery/deliverables/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { usePortalReplyLater, useCurrentPortal } from '../current-portal.ts'
import { portalPaths } from '../../portal-paths.ts'
import type { DeliverableSummary } from '../deliverable-lists.ts'
import { useDates } from '../use-dates.ts'
import { usePortalWords, type PortalWords } from '../../words/portal/index.ts'
import { DeliveryProgress } from './delivery-progress.tsx'

type View = Reply<typeof getDeliverable>

/** The state of a deliverable, in words: its decision says more than the step that the agency named. */
export const stateIn = (clientStatus: ClientStatus, view: View | undefined, words: PortalWords): string => {
  const { states, parts } = words
  if (view?.approval === 'outdated') return states.outdated
  if (view?.approval === 'changes_requested') return states.changing
  if (view?.approval === 'approved') return states.approvedByAll
  if (clientStatus === 'in_review' && view?.approval === 'open') return states.others
  if (clientStatus !== 'draft' || !view || view.progress.tasks === 0) return states[clientStatus]
  return `${states.draft} · ${parts(view.progress.tasksDone, view.progress.tasks)}`
}

interface RowProps {
  readonly thing: DeliverableSummary
}

interface UnderWayProps extends RowProps {
  /** Whether the row reads its state, which is a request of its own. */
  readonly asks: boolean
}

export const UnderWayRow = ({ thing, asks }: UnderWayProps) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const { title, clientStatus, dueDate, cycleId } = thing
  const view = usePortalReplyLater(getDeliverable, { params: { cycleId } }, asks)
  return (
    <li>
      <Link className="under-way" to={portalPaths.deliverable(slug, cycleId)}>
        <span className="line spread">
          <b className="two" dir="auto">
            {title}
          </b>
          {dueDate === null ? null : <span className="small date">{words.by(day(dueDate))}</span>}
        </span>
        <DeliveryProgress status={clientStatus} isApproved={view?.approval === 'approved'} />
        <span className="small">{stateIn(clientStatus, view, words)}</span>
      </Link>
    </li>
  )
}

export const DeliveredRow = ({ thing: { title, publishedAt, cycleId, clientStatus } }: RowProps) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  return (
    <li>
      <Link className="item" to={portalPaths.deliverable(slug, cycleId)}>
        <Glyph name="good" />
        <span className="grow">
          <b className="two" dir="auto">
            {title}
          </b>
          <span className="small">
            {words.states[clientStatus]}
            {publishedAt === null ? null : ` · ${words.deliveredOn(day(publishedAt))}`}
          </span>
        </span>
        <ChevronRight className="i" aria-hidden="true" />
      </Link>
    </li>
  )
}

interface WaitingProps {
  readonly to: string
  readonly title: string
  readonly text: string
}

/** Something that waits for the client. */
export const WaitingRow = ({ to, title, text }: WaitingProps) => (
  <li>
    <Link className="item" to={to}>
      <Glyph name="wait" />
      <span className="grow">
        <b className="two" dir="auto">
          {title}
        </b>
        <span className="small" dir="auto">
          {text}
        </span>
      </span>
      <ChevronRight className="i" aria-hidden="true" />
    </Link>
  </li>
)

export const WaitingDeliverable = ({ thing: { title, cycleId, submittedRevision, dueDate } }: RowProps) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const about = `${words.thing.forApproval} · ${words.version(submittedRevision)}`
  const text = dueDate === null ? about : `${about} · ${words.by(day(dueDate))}`
  return <WaitingRow to={portalPaths.deliverable(slug, cycleId)} title={title} text={text} />
}
