import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getDeliverable } from '../../../../domains/delivery/deliverables/contract.ts'
import type { ClientStatus } from '../../../../domains/delivery/deliverables/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { Glyph, type GlyphName } from '../../parts/text/glyph.tsx'
import { Joined } from '../../parts/text/joined.tsx'
import { usePortalReplyLater, useCurrentPortal } from '../current-portal.ts'
import { portalPaths } from '../../portal-paths.ts'
import type { DeliverableSummary, PendingRequest } from '../deliverable-lists.ts'
import { useDates } from '../use-dates.ts'
import { usePortalWords, type PortalWords } from '../../words/portal/index.ts'
import { DeliveryProgress } from './delivery-progress.tsx'

type View = Reply<typeof getDeliverable>

/** The state of a deliverable, in words: its decision is more specific than the step that the agency named. */
export const stateIn = (clientStatus: ClientStatus, view: View | undefined, words: PortalWords): string => {
  const { states, parts } = words
  if (view?.approval === 'outdated') return states.outdated
  if (view?.approval === 'changes_requested') return states.changing
  if (view?.approval === 'approved') return states.approvedByAll
  if (clientStatus === 'in_review' && view?.approval === 'open') return states.others
  if (clientStatus !== 'draft' || !view || view.progress.tasksDone === 0) return states[clientStatus]
  return parts(view.progress.tasksDone, view.progress.tasks)
}

interface RowProps {
  readonly thing: DeliverableSummary
  /** Its name, in a list of several projects. */
  readonly project?: string | undefined
  /** Whether the row reads its decision, which is a request of its own. */
  readonly asks?: boolean
}

export const UnderWayRow = ({ thing, project, asks = false }: RowProps) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const { title, clientStatus, dueDate, cycleId } = thing
  const view = usePortalReplyLater(getDeliverable, { params: { cycleId } }, asks)
  const state = stateIn(clientStatus, view, words)
  const facts = [project, state !== words.states[clientStatus] && state, dueDate && words.by(day(dueDate))]
  return (
    <Row glyph="building" to={portalPaths.deliverable(slug, cycleId)} title={title} facts={facts}>
      <DeliveryProgress status={clientStatus} isApproved={view?.approval === 'approved'} />
    </Row>
  )
}

export const DeliveredRow = ({ thing, project, asks = false }: RowProps) => {
  const { title, publishedAt, cycleId, clientStatus } = thing
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const view = usePortalReplyLater(getDeliverable, { params: { cycleId } }, asks)
  const since = publishedAt && words.deliveredOn(day(publishedAt))
  const state = stateIn(clientStatus, view, words)
  const glyph = clientStatus === 'accepted' || view?.approval === 'approved' ? 'good' : 'checked'
  return (
    <Row
      glyph={glyph}
      to={portalPaths.deliverable(slug, cycleId)}
      title={title}
      facts={[project, state !== words.states.delivered && state, since]}
    />
  )
}

interface AnyRowProps {
  readonly glyph: GlyphName
  readonly to: string
  readonly title: string
  readonly facts: readonly ReactNode[]
  /** Between the title and the facts. */
  readonly children?: ReactNode
}

const Row = ({ glyph, to, title, facts, children }: AnyRowProps) => (
  <li>
    <Link className="item" to={to}>
      <Glyph name={glyph} />
      <span className="grow">
        <b className="two" dir="auto">
          {title}
        </b>
        {children}
        <span className="small" dir="auto">
          <Joined parts={facts} />
        </span>
      </span>
      <ChevronRight className="i" aria-hidden="true" />
    </Link>
  </li>
)

export const WaitingDeliverable = ({ thing, project }: RowProps) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const { title, cycleId, clientStatus, dueDate } = thing
  const due = dueDate ? words.answerBy(day(dueDate)) : words.thing.forApproval
  return (
    <Row glyph="wait" to={portalPaths.deliverable(slug, cycleId)} title={title} facts={[project, due]}>
      <DeliveryProgress status={clientStatus} />
    </Row>
  )
}

/** A question or an approval that waits for the client. */
export const WaitingRequest = ({
  request,
  project,
}: { readonly request: PendingRequest } & Pick<RowProps, 'project'>) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const isQuestion = request.requestType === 'question'
  return (
    <Row
      glyph="wait"
      to={portalPaths.question(slug, request.id)}
      title={isQuestion ? request.title : words.goAhead}
      facts={[project, isQuestion && words.question]}
    />
  )
}
