import { lazy, Suspense } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listDeployments } from '../../../../../../domains/code/deployments/contract.ts'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { LinkButton } from '../../../../parts/button.tsx'
import { Heading } from '../../../../parts/page.tsx'
import { usePortalTitle } from '../../../parts/use-agency.tsx'
import { Back } from '../../../parts/back-link.tsx'
import { DeliveredRow, UnderWayRow, WaitingDeliverable } from '../../../parts/deliverable-rows.tsx'
import {
  prefetchAllInPortal,
  prefetchInPortal,
  readCurrentPortal,
  useAllPortalRows,
  useCurrentPortal,
  usePortalReply,
  usePortalReplyLater,
} from '../../../current-portal.ts'
import { previewPath } from '../../../../paths.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { awaitingMe, sortDeliverables, type DeliverableSummary } from '../../../deliverable-lists.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'
import { More } from '../../../../parts/show-more.tsx'
import { useMore } from '../../../../parts/use-show-more.ts'
import { persistently } from '../../../../shell/late-code.ts'

// What a project gave is there first; what is said about it is read after.
const Talk = lazy(persistently(() => import('./project-conversation.tsx')))

const askedMost = 20

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const place = await readCurrentPortal(params.slug)
  prefetchInPortal(place)(getProject, { params: { id: params.projectId! } })
  const read = prefetchAllInPortal(place)
  read(listDeliverables)
  read(listDeliverables, awaitingMe)
  return null
}

/** A project that is shared with the client: what it gave, and what people say about it. */
export const ProjectPage = () => {
  const { projectId } = useParams()
  const words = usePortalWords()
  const { slug } = useCurrentPortal()
  const { project, previewsAvailable } = usePortalReply(getProject, { params: { id: projectId! } })
  const isOfIt = (thing: DeliverableSummary) => thing.projectId === projectId
  const own = useAllPortalRows(listDeliverables).filter(isOfIt)
  const { waiting, underWay, delivered } = sortDeliverables(
    own,
    useAllPortalRows(listDeliverables, awaitingMe).filter(isOfIt),
  )
  const { shown, more } = useMore([
    ...waiting.map((thing) => <WaitingDeliverable key={thing.id} thing={thing} />),
    ...underWay.map((thing, at) => <UnderWayRow key={thing.id} thing={thing} asks={at < askedMost} />),
    ...delivered.map((thing) => <DeliveredRow key={thing.id} thing={thing} />),
  ])
  usePortalTitle(project.name)
  return (
    <div className="narrow">
      <Back to={portalPaths.projects(slug)} />
      <Heading>{project.name}</Heading>
      {project.brief === null ? null : (
        <p className="told lead" dir="auto">
          {project.brief}
        </p>
      )}
      <TryIt projectId={projectId!} isOn={previewsAvailable} />
      {own.length === 0 ? null : (
        <section className="sect">
          <h2>{words.project.inIt}</h2>
          <ul className="panel rows">{shown}</ul>
          <More onMore={more} />
        </section>
      )}
      <Suspense fallback={null}>
        <Talk projectId={projectId!} isClosed={project.archivedAt !== null} />
      </Suspense>
    </div>
  )
}

/** Leads to the preview of the project, where one is live. */
const TryIt = ({ projectId, isOn }: { readonly projectId: string; readonly isOn: boolean }) => {
  const words = usePortalWords()
  const rows = usePortalReplyLater(listDeployments, { query: { projectId, kind: 'project' } }, isOn)
  const live = rows?.findLast(({ status }) => status === 'live')
  if (!live) return null
  return (
    <p>
      <LinkButton to={previewPath(live.url)} target="_blank" rel="noopener">
        {words.project.tryIt}
      </LinkButton>
    </p>
  )
}
