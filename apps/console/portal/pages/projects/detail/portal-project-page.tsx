import { lazy, Suspense } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { listPendingRequests } from '../../../../../../domains/delivery/requests/contract.ts'
import { Heading } from '../../../../parts/text/heading.tsx'
import { usePortalTitle } from '../../../parts/use-agency.tsx'
import { Back } from '../../../parts/back-link.tsx'
import { PicturesOfPreview, TryIt } from '../../../parts/try-it.tsx'
import { DeliveredRow, UnderWayRow, WaitingDeliverable, WaitingRequest } from '../../../parts/deliverable-rows.tsx'
import {
  prefetchRowsInPortal,
  prefetchInPortal,
  readCurrentPortal,
  usePortalRows,
  useCurrentPortal,
  usePortalReply,
} from '../../../current-portal.ts'
import { portalPaths } from '../../../../portal-paths.ts'
import {
  awaitingMe,
  nextDate,
  pendingOnly,
  sortDeliverables,
  type DeliverableSummary,
} from '../../../deliverable-lists.ts'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'
import { CutNote, ShowMore } from '../../../../parts/list/show-more.tsx'
import { useShowMore } from '../../../../parts/list/use-show-more.ts'
import { Joined } from '../../../../parts/text/joined.tsx'
import { persistently } from '../../../../shell/late-code.ts'

// The results of a project come first; its conversation is read after.
const ProjectConversation = lazy(persistently(() => import('./project-conversation.tsx')))

/** The most rows of a list that read their decision, since each is a request of its own. */
const askedMost = 20

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const place = await readCurrentPortal(params.slug)
  prefetchInPortal(place)(getProject, { params: { id: params.projectId! } })
  const read = prefetchRowsInPortal(place)
  read(listDeliverables)
  read(listDeliverables, awaitingMe)
  read(listPendingRequests, pendingOnly)
  return null
}

/** A project that is shared with the client: its results, and its conversation. */
export const ProjectPage = () => {
  const { projectId } = useParams()
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const { project, previewsAvailable } = usePortalReply(getProject, { params: { id: projectId! } })
  const isOfIt = (thing: DeliverableSummary) => thing.projectId === projectId
  const { rows, cutAt } = usePortalRows(listDeliverables, 5_000)
  const own = rows.filter(isOfIt)
  const toDecide = usePortalRows(listDeliverables, 1_000, awaitingMe).rows.filter(isOfIt)
  const { waiting, underWay, delivered } = sortDeliverables(own, toDecide)
  const requests = usePortalRows(listPendingRequests, 1_000, pendingOnly).rows.toReversed()
  const { shown, more } = useShowMore([
    ...requests
      .filter((request) => request.projectId === projectId)
      .map((request) => <WaitingRequest key={request.id} request={request} />),
    ...waiting.map((thing) => <WaitingDeliverable key={thing.id} thing={thing} />),
    ...underWay.map((thing, at) => <UnderWayRow key={thing.id} thing={thing} asks={at < askedMost} />),
    ...delivered.map((thing, at) => <DeliveredRow key={thing.id} thing={thing} asks={at < askedMost} />),
  ])
  const count = waiting.length + underWay.length + delivered.length
  const next = nextDate(underWay)
  const facts = [
    count > 0 && words.project.delivered(delivered.length, count),
    next !== undefined && words.project.next(day(next)),
  ]
  usePortalTitle(project.name)
  return (
    <div className="narrow">
      <Back to={portalPaths.projects(slug)} place="projects" />
      <Heading>{project.name}</Heading>
      {project.brief === null ? null : (
        <p className="told lead" dir="auto">
          {project.brief}
        </p>
      )}
      <p className="small">
        <Joined parts={facts} />
      </p>
      {previewsAvailable ? <TryIt query={{ projectId, kind: 'project' }} /> : null}
      {shown.length === 0 ? null : (
        <section className="sect">
          <h2>{words.project.inIt}</h2>
          <ul className="panel rows">{shown}</ul>
          <ShowMore onMore={more} />
          <CutNote cutAt={cutAt} />
        </section>
      )}
      {previewsAvailable ? <PicturesOfPreview query={{ projectId, kind: 'project' }} /> : null}
      <Suspense fallback={null}>
        <ProjectConversation projectId={projectId!} isClosed={project.archivedAt !== null} />
      </Suspense>
    </div>
  )
}
