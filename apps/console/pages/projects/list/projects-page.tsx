import { Link } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { listPendingRequests } from '../../../../../domains/delivery/requests/contract.ts'
import { listClientSummaries } from '../../../../../domains/billing/reports/contract.ts'
import { prefetchFirstRows, useFirstRows, useLateReply } from '../../../api/use-operation.ts'
import { prefetchPages, useAllRows, useLoadAllPages, usePages, type MorePages } from '../../../api/use-pages.ts'
import { useAges, useFormat } from '../../../format.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { More } from '../../../parts/show-more.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { countBy, Segments, useChoice } from '../../../parts/segments.tsx'
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
        actions={
          <LinkButton variant="primary" to={paths.importProject}>
            {words.projectList.bringIn}
          </LinkButton>
        }
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

const shows = ['all', 'waits', 'atWork', 'atRest'] as const

/** What a project does now, as the choice above the list names it. */
const showOf = ({ waiting, atWork }: ProjectActivity) => (waiting > 0 ? 'waits' : atWork > 0 ? 'atWork' : 'atRest')

const ProjectTable = ({ projects, cycles, waiting, rest }: TableProps) => {
  const { projectList: words, ...shell } = useWords()
  const show = useChoice('show', shows)
  const clientOf = useClients(projects.map(({ id }) => id))
  const activity = new Map(projects.map(({ id }) => [id, activityOf(id, cycles, waiting)]))
  const isShown = (project: ProjectRow, one: (typeof shows)[number]) =>
    one === 'all' || showOf(activity.get(project.id)!) === one
  const { shown: found, field } = useFilter(
    projects,
    ({ id, name }) => `${name} ${clientOf(id)?.title ?? ''}`,
    words.filter,
    rest,
    1,
  )
  const fitting = found.filter((project) => isShown(project, show))
  const { sorted, sortBy } = useSort(
    fitting,
    {
      name: ({ name }) => name,
      client: ({ id }) => clientOf(id)?.title,
      cycles: ({ counts }) => counts.cycles,
      delivered: ({ id }) => activity.get(id)!.deliveredAt,
    },
    rest,
  )
  useLoadAllPages(rest, show !== 'all')
  const { shown, more } = useMore(sorted, 0, rest)
  const isNone = fitting.length === 0 && rest.more === undefined
  return (
    <>
      {projects.length > 1 ? (
        <div className="filters">
          <Segments
            label={words.shown}
            param="show"
            names={words.shows}
            chosen={show}
            counts={rest.more ? undefined : countBy(shows, (one) => projects.filter((row) => isShown(row, one)).length)}
          />
          {field}
        </div>
      ) : null}
      <div className="panel">
        {isNone ? <p className="pad quiet">{shell.noneFits}</p> : null}
        <table className="grid projects-table" hidden={isNone}>
          <thead>
            <tr>
              <SortHead {...sortBy('name')}>{words.name}</SortHead>
              <SortHead className="hide-m" {...sortBy('client')}>
                {words.client}
              </SortHead>
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
                activity={activity.get(project.id)!}
              />
            ))}
          </tbody>
        </table>
        <More onMore={more} rest={rest} shownCount={shown.length} />
      </div>
    </>
  )
}

interface ClientOfProject {
  readonly title: string
  /** What the client owes, each currency by itself; undefined if it owes nothing. */
  readonly open: string | undefined
}

/** The clients whom projects belong to, with what they owe. */
const useClients = (projectIds: readonly string[]) => {
  const { money: written } = useFormat()
  const projects = useThings(projectIds)
  const accountOf = (id: string) => projects.get(id)?.clientAccountId
  const accounts = useThings(projectIds.map(accountOf))
  const summaries = useLateReply(listClientSummaries).data
  return (id: string): ClientOfProject | undefined => {
    const accountId = accountOf(id) ?? ''
    const title = accounts.get(accountId)?.title
    const owed = summaries?.find(({ clientAccountId }) => clientAccountId === accountId)?.money ?? []
    const open = owed.filter(({ openMinor }) => openMinor !== 0).map((sum) => written(sum, sum.openMinor))
    return title === undefined ? undefined : { title, open: open.length === 0 ? undefined : open.join(' + ') }
  }
}

interface ProjectLineProps {
  readonly project: ProjectRow
  readonly cycles: readonly CycleRow[]
  readonly client: ClientOfProject | undefined
  readonly activity: ProjectActivity
}

const ProjectLine = ({ project, cycles, client, activity }: ProjectLineProps) => {
  const words = useWords().projectList
  const { whole, number } = useFormat()
  const { agoInWords } = useAges()
  const { id, name, stack, counts, archivedAt } = project
  const { atWork, waiting, deliveredAt, current } = activity
  const author = cycles.find(({ title }) => title === current)?.author
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
              {client?.title}
            </span>
          </span>
          {archivedAt === null ? null : <span className="tag">{words.archived}</span>}
        </Link>
      </td>
      <td className="hide-m soft">
        <span className="client-name">
          <span className="cut" dir="auto" title={client?.title}>
            {client?.title}
          </span>
          {client?.open === undefined ? null : <small className="quiet">{words.open(client.open)}</small>}
        </span>
      </td>
      <td className={waiting > 0 ? 'now' : 'now soft'} title={current}>
        <span className="now-lines">
          <span className={waiting > 0 ? 'state wait' : undefined}>
            {waiting > 0 ? words.waits(waiting) : atWork > 0 ? words.atWork(atWork) : words.atRest}
          </span>
          {current === undefined ? null : (
            <small className="quiet cut hide-s" dir="auto">
              {[current, author].filter(Boolean).join(' · ')}
            </small>
          )}
        </span>
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
