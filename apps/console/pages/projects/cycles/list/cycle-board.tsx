import { Link } from 'react-router'
import type { CycleStatus } from '../../../../../../domains/delivery/cycles/rules.ts'
import { Age } from '../../../../parts/age.tsx'
import { Glyph } from '../../../../parts/glyph.tsx'
import { Handle } from '../../../../parts/handle.tsx'
import { paths } from '../../../../paths.ts'
import { cycleStates } from '../../../../states.ts'
import { useProjectWords, type ProjectWords } from '../../../../words/project/index.ts'
import type { CycleRow } from '../../../../api/waiting-items.ts'

type Column = keyof ProjectWords['board']['columns']

const columns: Readonly<Record<Column, readonly CycleStatus[]>> = {
  draft: ['draft'],
  atWork: ['planning', 'running', 'stopping'],
  blocked: ['blocked'],
  reviewing: ['reviewing'],
  failed: ['failed', 'stopped'],
  completed: ['completed'],
}
const ended: readonly Column[] = ['failed', 'completed']
const shownMost = 50

const byAge = (one: CycleRow, other: CycleRow) => one.statusChangedAt.localeCompare(other.statusChangedAt)

/** Cycles by stage. The oldest of a stage is at its top, since age shows what is stuck; of the ended ones the newest. */
export const CycleBoard = ({ cycles }: { readonly cycles: readonly CycleRow[] }) => {
  const words = useProjectWords().board
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
              <Card key={cycle.id} cycle={cycle} />
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

const Card = ({ cycle: { id, projectId, handle, title, status, statusChangedAt } }: { readonly cycle: CycleRow }) => {
  return (
    <Link className="panel card" to={paths.cycle(projectId, id)} title={title}>
      <Glyph name={cycleStates[status].glyph} />
      <span className="title" dir="auto">
        {title}
      </span>
      <Handle>{handle}</Handle>
      <Age at={statusChangedAt} className="quiet num" />
    </Link>
  )
}
