import { listMost, useReadUpTo, type MorePages } from '../../../api/use-pages.ts'
import type { CycleRow, ProjectRow, WaitingItem } from '../../../api/waiting-items.ts'
import { countBy, Segments, useChoice } from '../../../parts/segments.tsx'
import { More } from '../../../parts/show-more.tsx'
import { useClientsOf } from '../../../parts/story/use-clients-of.ts'
import { useFilter } from '../../../parts/use-filter.tsx'
import { useMore } from '../../../parts/use-show-more.ts'
import { SortHead, useSort } from '../../../parts/use-sort.tsx'
import { useWords } from '../../../words/shell/index.ts'
import { activityOf, type ProjectActivity, type WaitingKind } from './project-rows.ts'
import { Link } from 'react-router'
import { useAges, useFormat } from '../../../format.ts'
import { Glyph } from '../../../parts/glyph.tsx'
import { paths } from '../../../paths.ts'
import { projectGlyph } from '../../../states.ts'
import './projects.css'

interface TableProps {
  readonly projects: readonly ProjectRow[]
  readonly cycles: readonly CycleRow[]
  readonly waiting: readonly WaitingItem[]
  readonly rest: MorePages
}

const shows = ['all', 'waits', 'atWork', 'atRest'] as const

/** The choice above the list that a project belongs to now. */
const showOf = ({ waiting, atWork }: ProjectActivity) => (waiting > 0 ? 'waits' : atWork > 0 ? 'atWork' : 'atRest')

/**
 * Projects with their clients and their present work, waiting projects first; the choice, the filter and the order are
 * in its head.
 */
export const ProjectTable = ({ projects, cycles, waiting, rest }: TableProps) => {
  const { projectList: words, ...shell } = useWords()
  const show = useChoice('show', shows)
  const clientOf = useClientsOf(projects.map(({ id }) => id))
  const activity = new Map(projects.map(({ id }) => [id, activityOf(id, cycles, waiting)]))
  const isShown = (project: ProjectRow, one: (typeof shows)[number]) =>
    one === 'all' || showOf(activity.get(project.id)!) === one
  const { shown: found, field } = useFilter(
    projects,
    ({ id, name }) => `${name} ${clientOf(id)?.name ?? ''}`,
    words.filter,
    rest,
    1,
  )
  const needsOf = ({ id }: ProjectRow) => shows.indexOf(showOf(activity.get(id)!))
  const fitting = found
    .filter((project) => isShown(project, show))
    .toSorted((one, other) => needsOf(one) - needsOf(other))
  const { sorted, sortBy } = useSort(
    fitting,
    {
      name: ({ name }) => name,
      client: ({ id }) => clientOf(id)?.name,
      cycles: ({ counts }) => counts.cycles,
      delivered: ({ id }) => activity.get(id)!.deliveredAt,
    },
    rest,
  )
  useReadUpTo(rest, show === 'all' ? 0 : listMost)
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
        {isNone ? (
          <p className="pad quiet">{show === 'all' || found.length === 0 ? shell.noneFits : words.noneOf[show]}</p>
        ) : null}
        <table className="grid projects-table" hidden={isNone}>
          <thead>
            <tr>
              <SortHead {...sortBy('name')}>{words.name}</SortHead>
              <SortHead className="client hide-m" {...sortBy('client')}>
                {words.client}
              </SortHead>
              <th className="now">{words.now}</th>
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
                client={clientOf(project.id)?.name}
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

interface ProjectLineProps {
  readonly project: ProjectRow
  readonly cycles: readonly CycleRow[]
  /** The name of its client. */
  readonly client: string | undefined
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
  // A number stays beside its word.
  const waits = kindsOf.map(([kind, count]) => words.waits[kind](count).replace(' ', '\u00a0')).join(', ')
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
            <span className="soft only-s" dir="auto">
              {current}
            </span>
            <span className="quiet only-s" dir="auto">
              {client}
            </span>
            <span className="quiet only-s">{deliveredAt && words.deliveredAgo(agoInWords(deliveredAt))}</span>
          </span>
          {archivedAt === null ? null : <span className="tag">{words.archived}</span>}
        </Link>
      </td>
      <td className="hide-m soft cut" dir="auto" title={client}>
        {client}
      </td>
      <td className={waiting > 0 ? 'now' : 'now soft'} title={current}>
        <span className="now-lines">
          <span className={waiting > 0 ? 'state wait' : undefined}>
            {waiting > 0 ? waits : atWork > 0 ? words.atWork(atWork) : words.atRest}
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
