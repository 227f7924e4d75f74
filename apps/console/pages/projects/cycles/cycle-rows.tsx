import type { ReactNode } from 'react'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Link } from 'react-router'
import { getProjectUsage } from '../../../../../domains/delivery/budgets/contract.ts'
import { listPendingRequests } from '../../../../../domains/delivery/requests/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { useLateRows } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Glyph } from '../../../parts/text/glyph.tsx'
import { useHeadline } from '../../../parts/failure/use-headline.ts'
import { Handle } from '../../../parts/text/handle.tsx'
import { paths } from '../../../paths.ts'
import { pending } from '../../../shell/use-waiting-count.ts'
import { cycleState } from '../../../states.ts'
import { useWords } from '../../../words/shell/index.ts'
import type { CycleRow } from '../../../api/waiting-items.ts'
import { ViewLinks } from '../../../parts/tabs.tsx'
import { useProjectWords } from '../../../words/project/index.ts'

interface CycleRowsProps {
  readonly cycles: readonly CycleRow[]
  /** When the age of a row begins; by default with the state of its cycle. */
  readonly beginOf?: (cycle: CycleRow) => string
  /** The cost of a cycle, undefined until it is read; without it there is no column of costs. */
  readonly costOf?: (cycle: CycleRow) => number | undefined
  /** The head of the column of ages; left out for rows without heads. */
  readonly since?: string
}

const stateBegin = ({ statusChangedAt }: CycleRow) => statusChangedAt

/** Cycles, one to a row; the whole row is the link. */
export const CycleRows = ({ cycles, beginOf = stateBegin, costOf, since }: CycleRowsProps) => {
  const { heads, tasks } = useWords().cycles
  const stateOf = useCycleStates()
  const { dollars } = useFormat()
  return (
    <div className="panel rows">
      {since === undefined ? null : (
        // The names of the columns; each row is one link, with its facts in words.
        <div className="row cycle-row row-heads hide-s" aria-hidden="true">
          <span className="grow">{heads.title}</span>
          <span className="status">{heads.status}</span>
          <span className="hide-m author">{heads.author}</span>
          <span className="tasks">{heads.tasks}</span>
          <span className="cost">{heads.cost}</span>
          <span className="age">{since}</span>
        </div>
      )}
      {cycles.map((cycle) => {
        const { id, projectId, handle, title, taskCount, author } = cycle
        const { glyph, tone, text } = stateOf(cycle)
        const cost = costOf?.(cycle)
        return (
          <Link key={id} className="row rows-cheap cycle-row" to={paths.cycle(projectId, id)}>
            <Glyph name={glyph} />
            <Handle>{handle}</Handle>
            <span className="t cut grow" dir="auto" title={title}>
              {title}
              {cycle.status === 'failed' && cycle.failure ? <Because message={cycle.failure.message} /> : null}
            </span>
            <span className={tone === 'wait' || tone === 'bad' ? `state status ${tone}` : 'm status'}>{text}</span>
            <span className="m hide-m author cut" dir="auto">
              {author}
            </span>
            <span className="m hide-s tasks">
              {since !== undefined ? taskCount || '–' : taskCount === 0 ? '' : tasks(taskCount)}
            </span>
            {costOf ? (
              <span className="m hide-s num cost">
                {cost === undefined ? '' : cycle.status === 'draft' && cost === 0 ? '–' : dollars(cost)}
              </span>
            ) : null}
            <Age at={beginOf(cycle)} className="m num age" />
          </Link>
        )
      })}
    </div>
  )
}

interface NoCyclesProps {
  readonly projectId: string
  readonly children?: ReactNode
}

/** The panel of a project without cycles, with the button for the first one. */
export const NoCycles = ({ projectId, children }: NoCyclesProps) => {
  const { cycles, home_ } = useWords()
  return (
    <div className="panel">
      <Empty title={cycles.none} text={cycles.noneText}>
        <LinkButton variant="primary" to={paths.newCycle(projectId)}>
          {home_.newCycle}
        </LinkButton>
      </Empty>
      {children}
    </div>
  )
}

/** Why a cycle failed, after its title. */
const Because = ({ message }: { readonly message: string }) => (
  <span className="m because">{useHeadline(message).headline}</span>
)

/** The cost of each cycle of a project with all its runs; undefined until it is read. */
export const useCycleCosts = (projectId: string) => {
  const usage = useLateReply(getProjectUsage, { params: { id: projectId } }).data
  const costs = new Map(usage?.cycles.map(({ cycleId, costUsd }) => [cycleId, costUsd]))
  return ({ id }: Pick<CycleRow, 'id'>) => usage && (costs.get(id) ?? 0)
}

/** The state of each cycle; for a waiting cycle, the person that it waits for. */
export const useCycleStates = () => {
  const words = useWords().states
  const requests = useLateRows(listPendingRequests, 1_000, pending).data ?? []
  return (cycle: CycleRow) => {
    const state = cycleState(cycle, words)
    const request = requests.find(({ cycleId }) => cycleId === cycle.id)
    if (cycle.status !== 'blocked' || !request) return state
    const text = request.requestType === 'approval' ? words.waitsForReview : words.waitsForAnswer
    return { ...state, text: request.requiredActor === 'client' ? words.waitsForClient : text }
  }
}

/** Links to the cycles of a project as a list, as a board and as a roadmap. */
export const CycleViews = ({ projectId }: { readonly projectId: string }) => {
  const { board, tabs } = useProjectWords()
  const list = paths.cycles(projectId)
  return (
    <nav className="seg" aria-label={board.view}>
      <ViewLinks
        views={[
          { name: board.views.list, to: list },
          { name: board.views.board, to: `${list}?view=board` },
          { name: tabs.roadmap, to: paths.roadmap(projectId) },
        ]}
      />
    </nav>
  )
}
