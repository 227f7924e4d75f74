import { useParams, type LoaderFunctionArgs, Link } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../../domains/delivery/cycles/contract.ts'
import { isOver, type CycleStatus } from '../../../../../../domains/delivery/cycles/rules.ts'
import { prefetch } from '../../../../api/use-operation.ts'
import { listMost, prefetchPages, usePages, useReadUpTo } from '../../../../api/use-pages.ts'
import { LinkButton } from '../../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../../parts/feedback/empty.tsx'
import { ShowMore } from '../../../../parts/list/show-more.tsx'
import { useHeadline } from '../../../../parts/failure/use-headline.ts'
import { Head } from '../../../../parts/page.tsx'
import { countBy, Segments, useChoice } from '../../../../parts/forms/segments.tsx'
import { useFilter } from '../../../../parts/list/use-filter.tsx'
import { BatchOffer } from '../change-review/batch-offer.tsx'
import { paths } from '../../../../paths.ts'
import { useWaiting } from '../../../../shell/use-waiting-count.ts'
import { isUnderWay, cycleStates } from '../../../../states.ts'
import { useProjectWords, type ProjectWords } from '../../../../words/project/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { CycleRow } from '../../../../api/waiting-items.ts'
import { CycleViews, CycleRows, useCycleCosts, useCycleStates, NoCycles } from '../cycle-rows.tsx'
import { ProjectFrame } from '../../project-frame.tsx'
import { Age } from '../../../../parts/text/age.tsx'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { Handle } from '../../../../parts/text/handle.tsx'

const allOf = (projectId: string) => ({ query: { projectId, limit: 200 } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  return prefetchPages(listCycles, allOf(id))
}

const filters = ['all', 'draft', 'open', 'done'] as const

const fits: Readonly<Record<(typeof filters)[number], (cycle: CycleRow) => boolean>> = {
  all: () => true,
  draft: ({ status }) => status === 'draft',
  open: isUnderWay,
  done: ({ status }) => isOver(status),
}

export default function CyclesPage() {
  const id = useParams().projectId!
  const words = useWords()
  const { rows: cycles, ...rest } = usePages(listCycles, allOf(id))
  const filter = useChoice('show', filters)
  const view = useChoice('view', ['list', 'board'])
  const { shown: fitting, field } = useFilter(
    cycles,
    {
      textOf: ({ title, handle, author }) => `${handle} ${title} ${author ?? ''}`,
      label: words.cycles.filterText,
    },
    rest,
  )
  const shown = fitting.filter(fits[filter])
  const costs = useCycleCosts(id)
  const inProgress = useProjectWords().board.inProgress(
    cycles.filter(isUnderWay).length,
    cycles.filter(({ status }) => status === 'blocked').length,
    useWaiting().filter(({ projectId, failed }) => projectId === id && failed !== undefined).length,
  )
  useReadUpTo(rest, filter === 'all' ? 0 : listMost)
  return (
    <ProjectFrame id={id}>
      <Head
        title={words.projectList.cycles}
        count={rest.total}
        text={cycles.length === 0 ? undefined : inProgress}
        actions={<CycleViews projectId={id} />}
      />
      <BatchOffer projectId={id} />
      {field || filter !== 'all' ? (
        <div className="filters">
          <Segments
            label={words.cycles.filter}
            param="show"
            names={{ ...words.cycles.filters, draft: words.states.cycle.draft }}
            chosen={filter}
            counts={rest.more ? undefined : countBy(filters, (one) => cycles.filter(fits[one]).length)}
          />
          {field}
        </div>
      ) : null}
      {cycles.length === 0 ? (
        <NoCycles projectId={id} />
      ) : shown.length === 0 ? (
        <EmptyPanel title={words.cycles.noneShown} text="">
          <LinkButton to="?" replace>
            {words.cycles.showAll}
          </LinkButton>
        </EmptyPanel>
      ) : view === 'board' ? (
        <CycleBoard cycles={shown} />
      ) : (
        <CycleRows cycles={shown} costOf={costs} since={words.cycles.heads.since} />
      )}
      <ShowMore onMore={rest.more} rest={rest} shownCount={shown.length} />
    </ProjectFrame>
  )
}

type Column = keyof ProjectWords['board']['columns']

const columns: Readonly<Record<Column, readonly CycleStatus[]>> = {
  blocked: ['blocked'],
  draft: ['draft'],
  atWork: ['planning', 'running', 'stopping'],
  reviewing: ['reviewing'],
  failed: ['failed', 'stopped'],
  completed: ['completed'],
}
const ended: readonly Column[] = ['failed', 'completed']
const shownMost = 50

const byAge = (one: CycleRow, other: CycleRow) => one.statusChangedAt.localeCompare(other.statusChangedAt)

/** Cycles by stage. The oldest cycle of a stage is at its top, since age shows stuck cycles; the newest of ended cycles. */
const CycleBoard = ({ cycles }: { readonly cycles: readonly CycleRow[] }) => {
  const words = useProjectWords().board
  const stateOf = useCycleStates()
  return (
    <div className="board">
      {(Object.keys(columns) as Column[]).map((name) => {
        const sorted = cycles.filter(({ status }) => columns[name].includes(status)).toSorted(byAge)
        const inIt = ended.includes(name) ? sorted.reverse() : sorted
        return (
          <section key={name} className={inIt.length === 0 ? 'none' : undefined} aria-label={words.columns[name]}>
            <h2 className="over">
              {words.columns[name]} <span className="quiet">{inIt.length}</span>
            </h2>
            {inIt.slice(0, shownMost).map((cycle) => (
              <Card key={cycle.id} cycle={cycle} text={stateOf(cycle).text} />
            ))}
            {inIt.length > shownMost ? (
              <Link className="more quiet" to="?view=list">
                {words.rest(inIt.length - shownMost)}
              </Link>
            ) : null}
          </section>
        )
      })}
    </div>
  )
}

const Card = ({ cycle, text }: { readonly cycle: CycleRow; readonly text: string }) => {
  const { id, projectId, handle, title, status, statusChangedAt, failure } = cycle
  const { headline } = useHeadline(status === 'failed' && failure ? failure.message : '')
  return (
    <Link className="panel card" to={paths.cycle(projectId, id)} title={title}>
      <Glyph name={cycleStates[status].glyph} />
      <span className="title" dir="auto">
        {title}
      </span>
      {status === 'blocked' ? <span className="reason">{text}</span> : null}
      {headline === '' ? null : (
        <span className="reason why" dir="auto" title={headline}>
          {headline}
        </span>
      )}
      <Handle>{handle}</Handle>
      <Age at={statusChangedAt} className="quiet num" />
    </Link>
  )
}
