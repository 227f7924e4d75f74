import { Link } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { listPendingRequests } from '../../../../../domains/delivery/requests/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages, type MorePages } from '../../../api/use-pages.ts'
import { useAges, useFormat } from '../../../format.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { More } from '../../../parts/show-more.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { useMore } from '../../../parts/use-show-more.ts'
import { paths } from '../../../paths.ts'
import { awaitingMe, newestCycles, pending } from '../../../shell/use-waiting-count.ts'
import { isAtWork, projectGlyph } from '../../../states.ts'
import { useWords } from '../../../words/shell/index.ts'
import { waitingItems, type CycleRow, type ProjectRow, type WaitingItem } from '../../home/waiting-items.ts'
import { activityOf, type ProjectActivity } from './project-rows.ts'

export const loader = () => {
  prefetchPages(listProjects)
  prefetch(listPendingRequests, pending)
  prefetch(listDeliverables, awaitingMe)
  return prefetch(listCycles, newestCycles)
}

export default function ProjectsPage() {
  const words = useWords()
  const { rows: projects, ...rest } = usePages(listProjects)
  const cycles = useReply(listCycles, newestCycles)
  useTitle(words.projects)
  const requests = useReply(listPendingRequests, pending)
  const toDecide = useReply(listDeliverables, awaitingMe)
  const waiting = waitingItems(requests, cycles, projects, toDecide)
  const atWork = cycles.filter(isAtWork).length
  return (
    <div className="page">
      <Head
        title={words.projects}
        count={rest.more ? undefined : projects.length}
        text={rest.more ? words.home_.partly(projects.length) : words.projectList.activity(atWork, waiting.length)}
        actions={<LinkButton to={paths.importProject}>{words.projectList.bringIn}</LinkButton>}
      />
      <div className="panel">
        {projects.length === 0 ? (
          <NoProjects />
        ) : (
          <ProjectTable projects={projects} rest={rest} cycles={cycles} waiting={waiting} />
        )}
      </div>
    </div>
  )
}

interface TableProps {
  readonly projects: readonly ProjectRow[]
  readonly cycles: readonly CycleRow[]
  readonly waiting: readonly WaitingItem[]
  readonly rest: MorePages
}

const ProjectTable = ({ projects, cycles, waiting, rest }: TableProps) => {
  const words = useWords().projectList
  const { shown, more } = useMore(projects, 0, rest)
  return (
    <>
      <table className="grid">
        <thead>
          <tr>
            <th>{words.name}</th>
            <th>{words.now}</th>
            <th className="num hide-s">{words.cycles}</th>
            <th className="num hide-s">{words.delivered}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((project) => (
            <ProjectLine
              key={project.id}
              project={project}
              cycles={cycles.filter(({ projectId }) => projectId === project.id)}
              activity={activityOf(project.id, cycles, waiting)}
            />
          ))}
        </tbody>
      </table>
      <More onMore={more} rest={rest} />
    </>
  )
}

interface ProjectLineProps {
  readonly project: ProjectRow
  readonly cycles: readonly CycleRow[]
  readonly activity: ProjectActivity
}

const ProjectLine = ({ project, cycles, activity }: ProjectLineProps) => {
  const words = useWords().projectList
  const { whole, number } = useFormat()
  const { ago } = useAges()
  const { id, name, stack, counts, archivedAt } = project
  const { atWork, waiting, deliveredAt } = activity
  return (
    <tr>
      <td className="main" title={name}>
        <Link className="line whole" to={paths.project(id)} title={stack ?? undefined}>
          <Glyph name={archivedAt === null ? projectGlyph(cycles) : 'stopped'} />
          <b className="cut" dir="auto">
            {name}
          </b>
          {archivedAt === null ? null : <span className="tag">{words.archived}</span>}
        </Link>
      </td>
      <td className={waiting > 0 ? undefined : 'soft'}>
        {waiting > 0 ? words.waits(waiting) : atWork > 0 ? words.atWork(atWork) : words.atRest}
      </td>
      <td className="num hide-s">{number(counts.cycles)}</td>
      <td className="num quiet hide-s" title={deliveredAt && whole(deliveredAt)}>
        {deliveredAt === undefined ? words.neverDelivered : ago(deliveredAt)}
      </td>
    </tr>
  )
}

const NoProjects = () => {
  const words = useWords().projectList
  return (
    <Empty title={words.none} text={words.noneText}>
      <LinkButton variant="primary" to={paths.importProject}>
        {words.bringIn}
      </LinkButton>
    </Empty>
  )
}
