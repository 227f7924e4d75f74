import { Link } from 'react-router'
import { Age } from '../../../parts/age.tsx'
import { Glyph } from '../../../parts/glyph.tsx'
import { Handle } from '../../../parts/handle.tsx'
import { paths } from '../../../paths.ts'
import { cycleState } from '../../../states.ts'
import { useWords } from '../../../words/shell/index.ts'
import type { CycleRow } from '../../../api/waiting-items.ts'

interface CycleRowsProps {
  readonly cycles: readonly CycleRow[]
  /** When the age of a row begins; by default with the state of its cycle. */
  readonly beginOf?: (cycle: CycleRow) => string
}

/** Cycles, one to a row; the whole row is the link. */
export const CycleRows = ({ cycles, beginOf = ({ statusChangedAt }) => statusChangedAt }: CycleRowsProps) => {
  const words = useWords()
  return (
    <div className="panel rows">
      {cycles.map((cycle) => {
        const { id, projectId, handle, title, taskCount } = cycle
        const { glyph, text } = cycleState(cycle, words.states)
        return (
          <Link key={id} className="row rows-cheap cycle-row" to={paths.cycle(projectId, id)}>
            <Glyph name={glyph} />
            <span className="t cut grow" dir="auto" title={title}>
              {title}
            </span>
            <Handle>{handle}</Handle>
            <span className="m hide-s tasks">{words.cycles.tasks(taskCount)}</span>
            <span className="m status">{text}</span>
            <Age at={beginOf(cycle)} className="m num age" />
          </Link>
        )
      })}
    </div>
  )
}
