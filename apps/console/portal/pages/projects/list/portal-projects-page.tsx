import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { listProjects } from '../../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { More } from '../../../../parts/show-more.tsx'
import { Heading } from '../../../../parts/heading.tsx'
import { useMore } from '../../../../parts/use-show-more.ts'
import { usePortalTitle } from '../../../parts/use-agency.tsx'
import { prefetchAllInPortal, readCurrentPortal, useAllPortalRows, useCurrentPortal } from '../../../current-portal.ts'
import { portalPaths } from '../../../../portal-paths.ts'
import { awaitingMe, sortDeliverables, type DeliverableSummary } from '../../../deliverable-lists.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'
import { IdeaForm } from '../../../parts/idea-form.tsx'

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const read = prefetchAllInPortal(await readCurrentPortal(params.slug))
  read(listProjects)
  read(listDeliverables)
  read(listDeliverables, awaitingMe)
  return null
}

/** The projects that are shared with the client, each with its deliveries. */
export const ProjectsPage = () => {
  const words = usePortalWords()
  const { slug, canCreateProjects } = useCurrentPortal()
  const projects = useAllPortalRows(listProjects)
  const things = useAllPortalRows(listDeliverables)
  const toDecide = useAllPortalRows(listDeliverables, awaitingMe)
  const { shown, more } = useMore(projects)
  usePortalTitle(words.projects)
  return (
    <>
      <Heading>{words.project.list(projects.length)}</Heading>
      {projects.length === 0 ? <p className="lead">{words.project.none}</p> : null}
      <ul className="panel rows waits">
        {shown.map(({ id, name, archivedAt }) => {
          const isIn = ({ projectId }: DeliverableSummary) => projectId === id
          const { waiting, underWay, delivered } = sortDeliverables(things.filter(isIn), toDecide.filter(isIn))
          const isEmpty = waiting.length + underWay.length + delivered.length === 0
          return (
            <li key={id}>
              <Link className="item" to={portalPaths.project(slug, id)}>
                <span className="grow">
                  <b className="two" dir="auto">
                    {name}
                  </b>
                  <span className="small">
                    {archivedAt === null ? '' : `${words.project.archived} · `}
                    {isEmpty
                      ? words.project.nothing
                      : words.project.things(waiting.length, delivered.length, underWay.length)}
                  </span>
                </span>
                <ChevronRight className="i" aria-hidden="true" />
              </Link>
            </li>
          )
        })}
      </ul>
      <More onMore={more} />
      {canCreateProjects ? <IdeaForm /> : null}
    </>
  )
}
