import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../domains/delivery/cycles/contract.ts'
import { listDeliverables } from '../../../../../domains/delivery/deliverables/contract.ts'
import { listPendingRequests } from '../../../../../domains/delivery/requests/contract.ts'
import { prefetchFirstRows, useFirstRows } from '../../../api/use-operation.ts'
import { prefetchPages, useRows, usePages, type MorePages } from '../../../api/use-pages.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { awaitingMe, newestCycles, pending, useWaitingConversations } from '../../../shell/use-waiting-count.ts'
import { isAtWork, projectGlyph } from '../../../states.ts'
import { useWords } from '../../../words/shell/index.ts'
import {
  isForClient,
  waitingItems,
  type CycleRow,
  type ProjectRow,
  type WaitingItem,
} from '../../../api/waiting-items.ts'
import { ListPage } from '../../../parts/list/list-page.tsx'
import { countBy, Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { useClientsOf } from '../../../parts/story/use-clients-of.ts'
import { activityOf, type ProjectActivity, type WaitingKind, showOf, shows } from './project-rows.ts'
import { Link } from 'react-router'
import { useAges, useFormat } from '../../../format.ts'
import { Glyph } from '../../../parts/text/glyph.tsx'
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
  const requests = useRows(listPendingRequests, 1_000, pending).rows
  const toDecide = useRows(listDeliverables, 1_000, awaitingMe).rows
  const waiting = waitingItems(requests, cycles, projects, toDecide).filter((thing) => !isForClient(thing))
  const messages = Map.groupBy(useWaitingConversations(), ({ projectId }) => projectId)
  const waits = new Set([...waiting.map(({ projectId }) => projectId), ...messages.keys()])
  const atWork = new Set(
    cycles.flatMap((cycle) => (isAtWork(cycle) && !waits.has(cycle.projectId) ? [cycle.projectId] : [])),
  )
  const importLink = (
    <LinkButton variant="primary" to={paths.importProject}>
      {words.projectList.bringIn}
    </LinkButton>
  )
  return (
    <div className="page">
      <Head
        title={words.projects}
        count={rest.total}
        text={words.projectList.activity(atWork.size, waits.size)}
        actions={importLink}
      />
      {projects.length === 0 ? (
        <EmptyPanel title={words.projectList.none} text={words.projectList.noneText}>
          {importLink}
        </EmptyPanel>
      ) : (
        <ProjectTable
          projects={projects}
          rest={rest}
          cycles={cycles}
          waiting={waiting}
          messagesOf={(id) => messages.get(id)?.length ?? 0}
        />
      )}
    </div>
  )
}

interface TableProps {
  readonly projects: readonly ProjectRow[]
  readonly cycles: readonly CycleRow[]
  readonly waiting: readonly WaitingItem[]
  /** How many messages of clients wait for an answer. */
  readonly messagesOf: (projectId: string) => number
  readonly rest: MorePages
}

/** Projects with their clients and their present work, waiting projects first. */
const ProjectTable = ({ projects, cycles, waiting, messagesOf, rest }: TableProps) => {
  const { projectList: words } = useWords()
  const show = useChoice('show', shows)
  const clientOf = useClientsOf(projects.map(({ id }) => id))
  const activity = new Map(projects.map(({ id }) => [id, activityOf(id, cycles, waiting, messagesOf(id))]))
  const isShown = (project: ProjectRow, one: (typeof shows)[number]) =>
    one === 'all' || showOf(activity.get(project.id)!) === one
  const needsOf = ({ id }: ProjectRow) => shows.indexOf(showOf(activity.get(id)!))
  return (
    <ListPage
      rows={projects.toSorted((one, other) => needsOf(one) - needsOf(other))}
      rest={rest}
      textOf={({ id, name }) => `${name} ${clientOf(id)?.name ?? ''}`}
      label={words.filter}
      fits={show === 'all' ? undefined : (project) => isShown(project, show)}
      noneFits={show === 'all' ? undefined : words.noneOf[show]}
      controls={
        projects.length > 8 || show !== 'all' ? (
          <Segments
            label={words.shown}
            param="show"
            names={words.shows}
            chosen={show}
            counts={rest.more ? undefined : countBy(shows, (one) => projects.filter((row) => isShown(row, one)).length)}
          />
        ) : undefined
      }
      className="projects-table"
      columns={[
        { name: words.name, sort: ['name', ({ name }) => name] },
        { name: words.client, className: 'client', sort: ['client', ({ id }) => clientOf(id)?.name] },
        { name: words.now, className: 'now' },
        { name: words.cycles, className: 'num hide-s', sort: ['cycles', ({ counts }) => counts.cycles] },
        {
          name: words.delivered,
          className: 'num hide-s',
          sort: ['delivered', ({ id }) => activity.get(id)!.deliveredAt],
        },
      ]}
    >
      {(project) => (
        <ProjectLine
          key={project.id}
          project={project}
          cycles={cycles.filter(({ projectId }) => projectId === project.id)}
          client={clientOf(project.id)}
          activity={activity.get(project.id)!}
        />
      )}
    </ListPage>
  )
}

interface ProjectLineProps {
  readonly project: ProjectRow
  readonly cycles: readonly CycleRow[]
  /** Null without one, undefined until it is read. */
  readonly client: { readonly name: string } | null | undefined
  readonly activity: ProjectActivity
}

/** The row of a project: its client, its activity and its last delivery. */
const ProjectLine = ({ project, cycles, client, activity }: ProjectLineProps) => {
  const words = useWords().projectList
  const { whole, number } = useFormat()
  const { agoInWords } = useAges()
  const { id, name, stack, counts, archivedAt } = project
  const { atWork, waiting, kinds, deliveredAt, current } = activity
  const kindsOf = Object.entries(kinds) as [WaitingKind, number][]
  return (
    <tr>
      <td className="main" title={name}>
        <Link className="line whole" to={paths.project(id)} title={stack ?? undefined}>
          <Glyph name={archivedAt !== null ? 'stopped' : kinds.message ? 'wait' : projectGlyph(cycles)} />
          <b className="cut" dir="auto">
            {name}
          </b>
          {archivedAt === null ? null : <span className="tag">{words.archived}</span>}
        </Link>
      </td>
      <td className={`client soft ${client ? 'cut' : client === null ? 'hide-s' : ''}`} dir="auto" title={client?.name}>
        {client === null ? '–' : client?.name}
      </td>
      <td className={waiting > 0 ? 'now' : 'now soft'} title={current}>
        <span className="now-lines">
          {waiting > 0 ? (
            <span className="now-kinds">
              {kindsOf.map(([kind, count]) => (
                <span key={kind} className={kind === 'failed' ? 'state bad' : 'state wait'}>
                  {words.waits[kind](count)}
                </span>
              ))}
            </span>
          ) : (
            <span>{atWork > 0 ? words.atWork(atWork) : words.atRest}</span>
          )}
          {current === undefined ? null : (
            <small className="quiet cut" dir="auto">
              {current}
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
