import { Link } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { listPendingRequests } from '../../../../../domains/delivery/requests/contract.ts'
import { prefetchFirstRows, useFirstRows } from '../../../api/use-operation.ts'
import { prefetchPages, useAllRows, usePages, type MorePages } from '../../../api/use-pages.ts'
import { useAges, useFormat } from '../../../format.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { More } from '../../../parts/show-more.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { useThings } from '../../../parts/story/use-names.ts'
import { useFilter } from '../../../parts/use-filter.tsx'
import { SortHead, useSort } from '../../../parts/use-sort.tsx'
import { useMore } from '../../../parts/use-show-more.ts'
import { paths } from '../../../paths.ts'
import { awaitingMe, newestCycles, pending } from '../../../shell/use-waiting-count.ts'
import { isAtWork, projectGlyph } from '../../../states.ts'
import { useWords } from '../../../words/shell/index.ts'
import {
  isForClient,
  waitingItems,
  type CycleRow,
  type ProjectRow,
  type WaitingItem,
} from '../../../api/waiting-items.ts'
import { activityOf, type ProjectActivity } from './project-rows.ts'
import './projects.css'

export const loader = () => {
  prefetchPages(listProjects)
  prefetchPages(listPendingRequests, pending)
  prefetchPages(listDeliverables, awaitingMe)
  return prefetchFirstRows(listCycles, newestCycles)
}

export default function ProjectsPage() {
  const words = useWords()
  const { rows: projects, ...rest } = usePages(listProjects)
  const cycles = useFirstRows(listCycles, newestCycles)
  useTitle(words.projects)
  const requests = useAllRows(listPendingRequests, pending)
  const toDecide = useAllRows(listDeliverables, awaitingMe)
  const waiting = waitingItems(requests, cycles, projects, toDecide).filter((thing) => !isForClient(thing))
  const atWork = cycles.filter(isAtWork).length
  return (
    <div className="page">
      <Head
        title={words.projects}
        count={rest.total}
        text={words.projectList.activity(atWork, waiting.length)}
        actions={<LinkButton to={paths.importProject}>{words.projectList.bringIn}</LinkButton>}
      />
      {projects.length === 0 ? (
        <div className="panel">
          <NoProjects />
        </div>
      ) : (
        <ProjectTable projects={projects} rest={rest} cycles={cycles} waiting={waiting} />
      )}
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
  const { projectList: words, ...shell } = useWords()
  const { shown: fitting, field, isNone } = useFilter(projects, ({ name }) => name, words.filter, rest)
  const { sorted, sortBy } = useSort(
    fitting,
    {
      name: ({ name }) => name,
      cycles: ({ counts }) => counts.cycles,
      delivered: ({ id }) => activityOf(id, cycles, waiting).deliveredAt,
    },
    rest,
  )
  const { shown, more } = useMore(sorted, 0, rest)
  const clientOf = useClients(shown.map(({ id }) => id))
  return (
    <>
      {field ? <div className="filters">{field}</div> : null}
      <div className="panel">
        {isNone ? <p className="pad quiet">{shell.noneFits}</p> : null}
        <table className="grid projects-table" hidden={isNone}>
          <thead>
            <tr>
              <SortHead {...sortBy('name')}>{words.name}</SortHead>
              <th className="hide-m">{words.client}</th>
              <th>{words.now}</th>
              <SortHead className="num hide-s" {...sortBy('cycles')}>
                {words.cycles}
              </SortHead>
              <SortHead className="num hide-s" {...sortBy('delivered')}>
                {words.delivered}
              </SortHead>
            </tr>
          </thead>
          <tbody>
            {shown.map((project) => (
              <ProjectLine
                key={project.id}
                project={project}
                cycles={cycles.filter(({ projectId }) => projectId === project.id)}
                client={clientOf(project.id)}
                activity={activityOf(project.id, cycles, waiting)}
              />
            ))}
          </tbody>
        </table>
        <More onMore={more} rest={rest} shownCount={shown.length} />
      </div>
    </>
  )
}

/** The names of the clients whom projects belong to. */
const useClients = (projectIds: readonly string[]) => {
  const projects = useThings(projectIds)
  const accountOf = (id: string) => projects.get(id)?.clientAccountId
  const accounts = useThings(projectIds.map(accountOf))
  return (id: string) => accounts.get(accountOf(id) ?? '')?.title
}

interface ProjectLineProps {
  readonly project: ProjectRow
  readonly cycles: readonly CycleRow[]
  /** The name of the client whom it belongs to. */
  readonly client: string | undefined
  readonly activity: ProjectActivity
}

const ProjectLine = ({ project, cycles, client, activity }: ProjectLineProps) => {
  const words = useWords().projectList
  const { whole, number } = useFormat()
  const { agoInWords } = useAges()
  const { id, name, stack, counts, archivedAt } = project
  const { atWork, waiting, deliveredAt, current } = activity
  return (
    <tr>
      <td className="main" title={name}>
        <Link className="line whole" to={paths.project(id)} title={stack ?? undefined}>
          <Glyph name={archivedAt === null ? projectGlyph(cycles) : 'stopped'} />
          <span className="project-name">
            <b className="cut" dir="auto">
              {name}
            </b>
            <span className="cut quiet only-s" dir="auto">
              {client}
            </span>
          </span>
          {archivedAt === null ? null : <span className="tag">{words.archived}</span>}
        </Link>
      </td>
      <td className="hide-m soft">
        <span className="cut client-name" dir="auto" title={client}>
          {client}
        </span>
      </td>
      <td className={waiting > 0 ? 'now' : 'now soft'} title={current}>
        {waiting > 0 ? words.waits(waiting) : atWork > 0 ? words.atWork(atWork) : words.atRest}
        {current === undefined ? null : <span className="quiet hide-s"> · {current}</span>}
      </td>
      <td className="num hide-s">{number(counts.cycles)}</td>
      <td className="num quiet hide-s" title={deliveredAt && whole(deliveredAt)}>
        {deliveredAt === undefined ? words.neverDelivered : agoInWords(deliveredAt)}
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
