import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { getDeliverable } from '../../../../domains/delivery/deliverables/contract.ts'
import type { ClientStatus } from '../../../../domains/delivery/deliverables/rules.ts'
import type { Reply } from '../../../../platform/client/index.ts'
import { Glyph, type GlyphName } from '../../parts/text/glyph.tsx'
import { joined } from '../../parts/text/joined.tsx'
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
  if (clientStatus !== 'draft' || !view || view.progress.tasks === 0) return states[clientStatus]
  return parts(view.progress.tasksDone, view.progress.tasks)
}

interface RowProps {
  readonly thing: DeliverableSummary
  /** Its name, in a list of several projects. */
  readonly project?: string | undefined
}

interface UnderWayProps extends RowProps {
  /** Whether the row reads its state, which is a request of its own. */
  readonly asks: boolean
}

export const UnderWayRow = ({ thing, project, asks }: UnderWayProps) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const { title, clientStatus, dueDate, cycleId } = thing
  const view = usePortalReplyLater(getDeliverable, { params: { cycleId } }, asks)
  const text = joined(project, stateIn(clientStatus, view, words), dueDate && words.by(day(dueDate)))
  return (
    <Row glyph="building" to={portalPaths.deliverable(slug, cycleId)} title={title} text={text}>
      <DeliveryProgress status={clientStatus} isApproved={view?.approval === 'approved'} />
    </Row>
  )
}

export const DeliveredRow = ({ thing: { title, publishedAt, cycleId, clientStatus }, project }: RowProps) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const since = publishedAt && words.deliveredOn(day(publishedAt))
  const state = since && clientStatus === 'delivered' ? null : words.states[clientStatus]
  const text = joined(project, state, since)
  const glyph = clientStatus === 'accepted' ? 'good' : 'checked'
  return <Row glyph={glyph} to={portalPaths.deliverable(slug, cycleId)} title={title} text={text} />
}

interface WaitingProps {
  readonly to: string
  readonly title: string
  readonly text: string
}

interface AnyRowProps extends WaitingProps {
  readonly glyph: GlyphName
  /** Between the title and the text. */
  readonly children?: ReactNode
}

const Row = ({ glyph, to, title, text, children }: AnyRowProps) => (
  <li>
    <Link className="item" to={to}>
      <Glyph name={glyph} />
      <span className="grow">
        <b className="two" dir="auto">
          {title}
        </b>
        {children}
        <span className="small" dir="auto">
          {text}
        </span>
      </span>
      <ChevronRight className="i" aria-hidden="true" />
    </Link>
  </li>
)

/** Something that waits for the client. */
export const WaitingRow = (props: WaitingProps) => <Row glyph="wait" {...props} />

export const WaitingDeliverable = ({ thing: { title, cycleId, submittedRevision, dueDate }, project }: RowProps) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const { thing, version, answerBy } = words
  const text = joined(project, thing.forApproval, version(submittedRevision), dueDate && answerBy(day(dueDate)))
  return <WaitingRow to={portalPaths.deliverable(slug, cycleId)} title={title} text={text} />
}

/** A question or an approval that waits for the client. */
export const WaitingRequest = ({ request }: { readonly request: PendingRequest }) => {
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const isQuestion = request.requestType === 'question'
  return (
    <WaitingRow
      to={portalPaths.question(slug, request.id)}
      title={isQuestion ? request.title : words.goAhead}
      text={isQuestion ? words.question : request.project.name}
    />
  )
}
