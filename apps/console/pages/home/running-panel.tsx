import { Link } from 'react-router'
import { useAges } from '../../format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { paths } from '../../paths.ts'
import { cycleStates } from '../../states.ts'
import { useWords } from '../../words/shell/index.ts'
import type { CycleRow } from './waiting-items.ts'

export const Running = ({ cycles }: { readonly cycles: readonly CycleRow[] }) => {
  const words = useWords()
  const { age } = useAges()
  return (
    <section>
      <h2>{words.home_.running}</h2>
      {cycles.length === 0 ? <p className="quiet">{words.home_.idle}</p> : null}
      <div className="rows">
        {cycles.map(({ id, projectId, handle, title, status, taskCount, statusChangedAt }) => (
          <Link key={id} className="run" to={paths.cycle(projectId, id)}>
            <div className="line">
              <Glyph name={cycleStates[status].glyph} />
              <b className="cut grow" dir="auto" title={title}>
                {title}
              </b>
              <span className="quiet">{age(statusChangedAt)}</span>
            </div>
            <div className="quiet cut">
              {handle} · {words.states.cycle[status]} · {words.cycles.tasks(taskCount)}
            </div>
          </Link>
        ))}
      </div>
    </section>
  )
}
