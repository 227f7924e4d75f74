import { Link } from 'react-router'
import type { CycleStatus } from '../../../../../../domains/delivery/cycles/rules.ts'
import { useFormat } from '../../../../format.ts'
import { Age } from '../../../../parts/age.tsx'
import { Glyph } from '../../../../parts/glyph.tsx'
import { Handle } from '../../../../parts/handle.tsx'
import { paths } from '../../../../paths.ts'
import { cycleStates } from '../../../../states.ts'
import { useProjectWords, type ProjectWords } from '../../../../words/project/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { CycleRow } from '../../../../api/waiting-items.ts'
import { useCycleStates } from '../cycle-rows.tsx'

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

interface CycleBoardProps {
  readonly cycles: readonly CycleRow[]
  readonly costOf: (cycle: CycleRow) => number | undefined
}

/**
 * Cycles by stage. The oldest of a stage is at its top, since age shows stuck cycles; among ended cycles, the newest.
 */
export const CycleBoard = ({ cycles, costOf }: CycleBoardProps) => {
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
              <Card key={cycle.id} cycle={cycle} text={stateOf(cycle).text} cost={costOf(cycle)} />
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

interface CardProps {
  readonly cycle: CycleRow
  readonly text: string
  readonly cost: number | undefined
}

const Card = ({ cycle, text, cost }: CardProps) => {
  const words = useWords()
  const { dollars } = useFormat()
  const { id, projectId, handle, title, status, statusChangedAt, taskCount, author } = cycle
  const facts = [
    author,
    taskCount > 0 ? words.cycles.tasks(taskCount) : null,
    cost === undefined ? null : dollars(cost),
  ].filter(Boolean)
  return (
    <Link className="panel card" to={paths.cycle(projectId, id)} title={title}>
      <Glyph name={cycleStates[status].glyph} />
      <span className="title" dir="auto">
        {title}
      </span>
      {status === 'blocked' ? <span className="reason">{text}</span> : null}
      <span className="quiet facts" dir="auto">
        {facts.join(' · ')}
      </span>
      <Handle>{handle}</Handle>
      <Age at={statusChangedAt} className="quiet num" />
    </Link>
  )
}
