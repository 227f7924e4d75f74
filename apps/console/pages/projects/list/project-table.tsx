import { useLoadAllPages, type MorePages } from '../../../api/use-pages.ts'
import type { CycleRow, ProjectRow, WaitingItem } from '../../../api/waiting-items.ts'
import { countBy, Segments, useChoice } from '../../../parts/segments.tsx'
import { More } from '../../../parts/show-more.tsx'
import { useClientsOf } from '../../../parts/story/use-clients-of.ts'
import { useFilter } from '../../../parts/use-filter.tsx'
import { useMore } from '../../../parts/use-show-more.ts'
import { SortHead, useSort } from '../../../parts/use-sort.tsx'
import { useWords } from '../../../words/shell/index.ts'
import { ProjectLine } from './project-line.tsx'
import { activityOf, type ProjectActivity } from './project-rows.ts'
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
