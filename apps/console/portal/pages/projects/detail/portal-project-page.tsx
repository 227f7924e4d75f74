import { lazy, Suspense } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { Heading } from '../../../../parts/page.tsx'
import { usePortalTitle } from '../../../parts/use-agency.tsx'
import { Back } from '../../../parts/back-link.tsx'
import { DeliveredRow, UnderWayRow, WaitingThing } from '../../../parts/deliverable-rows.tsx'
import { prefetchEveryIn, prefetchIn, readPlace, useEveryIn, usePlace, useReplyIn } from '../../../current-portal.ts'
import { places } from '../../../portal-paths.ts'
import { awaiting, sortThings, type Thing } from '../../../deliverable-lists.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'
import { More } from '../../../../parts/show-more.tsx'
import { useMore } from '../../../../parts/use-show-more.ts'

// What a project gave is there first; what is said about it is read after.
const Talk = lazy(() => import('./project-conversation.tsx'))

const askedMost = 20

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const place = await readPlace(params.slug)
  prefetchIn(place)(getProject, { params: { id: params.projectId! } })
  const read = prefetchEveryIn(place)
  read(listDeliverables)
  read(listDeliverables, awaiting)
  return null
}

/** A project that is shared with the client: what it gave, and what people say about it. */
export const ProjectPage = () => {
  const { projectId } = useParams()
  const words = usePortalWords()
  const { slug } = usePlace()
  const { project } = useReplyIn(getProject, { params: { id: projectId! } })
  const isOfIt = (thing: Thing) => thing.projectId === projectId
  const own = useEveryIn(listDeliverables).filter(isOfIt)
  const { waiting, underWay, delivered } = sortThings(own, useEveryIn(listDeliverables, awaiting).filter(isOfIt))
  const { shown, more } = useMore([
    ...waiting.map((thing) => <WaitingThing key={thing.id} thing={thing} />),
    ...underWay.map((thing, at) => <UnderWayRow key={thing.id} thing={thing} asks={at < askedMost} />),
    ...delivered.map((thing) => <DeliveredRow key={thing.id} thing={thing} />),
  ])
  usePortalTitle(project.name)
  return (
    <div className="narrow">
      <Back to={places.projects(slug)} />
      <Heading>{project.name}</Heading>
      {project.brief === null ? null : (
        <p className="told lead" dir="auto">
          {project.brief}
        </p>
      )}
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
