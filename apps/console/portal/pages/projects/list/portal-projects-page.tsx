import ChevronRight from 'lucide-react/icons/chevron-right'
import { Suspense } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { listProjects } from '../../../../../../domains/code/projects/contract.ts'
import { listDeliverables } from '../../../../../../domains/delivery/deliverables/contract.ts'
import { listPendingRequests } from '../../../../../../domains/delivery/requests/contract.ts'
import type { Reply } from '../../../../../../platform/client/index.ts'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { CutNote, ShowMore } from '../../../../parts/list/show-more.tsx'
import { Heading } from '../../../../parts/text/heading.tsx'
import { useShowMore } from '../../../../parts/list/use-show-more.ts'
import { usePortalTitle } from '../../../parts/use-agency.tsx'
import { Joined } from '../../../../parts/text/joined.tsx'
import { prefetchRowsInPortal, readCurrentPortal, usePortalRows, useCurrentPortal } from '../../../current-portal.ts'
import { portalPaths } from '../../../../portal-paths.ts'
import {
  awaitingMe,
  nextDate,
  pendingOnly,
  sortDeliverables,
  type DeliverableSummary,
} from '../../../deliverable-lists.ts'
import { latePart } from '../../../../shell/late-code.ts'
import { useDates } from '../../../use-dates.ts'
import { usePortalWords } from '../../../../words/portal/index.ts'

// Only some clients have it.
const IdeaForm = latePart(async () => (await import('../../../parts/idea-form.tsx')).IdeaForm)

export const loader = async ({ params }: LoaderFunctionArgs) => {
  const read = prefetchRowsInPortal(await readCurrentPortal(params.slug))
  read(listProjects)
  read(listDeliverables)
  read(listDeliverables, awaitingMe)
  read(listPendingRequests, pendingOnly)
  return null
}

/** The projects that are shared with the client, each with its deliveries. */
export const ProjectsPage = () => {
  const words = usePortalWords()
  const { rows: projects, cutAt } = usePortalRows(listProjects, 5_000)
  const things = usePortalRows(listDeliverables, 5_000).rows
  const toDecide = usePortalRows(listDeliverables, 1_000, awaitingMe).rows
  const requests = usePortalRows(listPendingRequests, 1_000, pendingOnly).rows
  const sorted = projects
    .map((project) => {
      const isIn = ({ projectId }: DeliverableSummary) => projectId === project.id
      const questions = requests.filter(({ projectId }) => projectId === project.id).length
      return { project, questions, ...sortDeliverables(things.filter(isIn), toDecide.filter(isIn)) }
    })
    .toSorted((one, other) => waitingIn(other) - waitingIn(one))
  const { shown, more } = useShowMore(sorted)
  const { canCreateProjects, isOnlyClient } = useCurrentPortal()
  usePortalTitle(words.projects)
  return (
    <>
      <Heading>{words.projects}</Heading>
      <p className="lead">{projects.length === 0 ? words.project.none : words.project.list(projects.length)}</p>
      <ul className="panel rows waits">
        {shown.map((sorts) => (
          <ProjectRow key={sorts.project.id} {...sorts} />
        ))}
      </ul>
      <ShowMore onMore={more} />
      <CutNote cutAt={cutAt} />
      {canCreateProjects && isOnlyClient ? (
        <Suspense fallback={null}>
          <IdeaForm />
        </Suspense>
      ) : null}
    </>
  )
}

const waitingIn = ({ waiting, questions }: Pick<ProjectRowProps, 'waiting' | 'questions'>) => waiting.length + questions

interface ProjectRowProps extends ReturnType<typeof sortDeliverables> {
  readonly project: Reply<typeof listProjects>[number]
  /** How many questions and approvals of changes wait for the client. */
  readonly questions: number
}

/** A project with what waits in it, how much of it is delivered, and its next date. */
const ProjectRow = ({
  project: { id, name, archivedAt },
  questions,
  waiting,
  underWay,
  delivered,
}: ProjectRowProps) => {
  const words = usePortalWords().project
  const { slug } = useCurrentPortal()
  const { day } = useDates()
  const open = [...waiting, ...underWay]
  const count = open.length + delivered.length
  const next = nextDate(underWay)
  const facts = [
    archivedAt !== null && words.archived,
    waiting.length > 0 && (
      <span key="waiting" className="state wait">
        {words.waiting(waiting.length)}
      </span>
    ),
    questions > 0 && (
      <span key="questions" className="state wait">
        {words.questions(questions)}
      </span>
    ),
    count === 0 ? words.nothing : words.delivered(delivered.length, count),
    next !== undefined && words.next(day(next)),
  ]
  return (
    <li>
      <Link className="item" to={portalPaths.project(slug, id)}>
        <Glyph name={waiting.length + questions > 0 ? 'wait' : open.length > 0 || count === 0 ? 'queued' : 'good'} />
        <span className="grow">
          <b className="two" dir="auto">
            {name}
          </b>
          <span className="small">
            <Joined parts={facts} />
          </span>
          {count === 0 ? null : (
            <span className="share" aria-hidden="true">
              <i
                className={open.length === 0 ? 'done' : undefined}
                style={{ inlineSize: `${(100 * delivered.length) / count}%` }}
              />
            </span>
          )}
        </span>
        <ChevronRight className="i" aria-hidden="true" />
      </Link>
    </li>
  )
}
