import { Link } from 'react-router'
import { useAges } from '../../format.ts'
import { Glyph } from '../../parts/glyph.tsx'
import { paths } from '../../paths.ts'
import { cycleState } from '../../states.ts'
import { useWords } from '../../words/shell/index.ts'
import type { CycleRow } from '../../api/waiting-items.ts'

/** The cycles at work, and cycles that wait for a free sandbox. */
export const Running = ({ cycles }: { readonly cycles: readonly CycleRow[] }) => {
  const words = useWords()
  const { agoInWords } = useAges()
  const isAllQueued = cycles.length > 0 && cycles.every(({ queued }) => queued)
  return (
    <section>
      <h2>{isAllQueued ? words.states.task.queued : words.home_.running}</h2>
      {cycles.length === 0 ? <p className="quiet">{words.home_.idle}</p> : null}
      <div className="rows">
        {cycles.map((cycle) => {
          const { id, projectId, handle, title, taskCount, statusChangedAt } = cycle
          const { glyph, text } = cycleState(cycle, words.states)
          return (
            <Link key={id} className="run" to={paths.cycle(projectId, id)}>
              <div className="line">
                <Glyph name={glyph} />
                <b className="cut grow" dir="auto" title={title}>
                  {title}
                </b>
                <span className="quiet">{agoInWords(statusChangedAt)}</span>
              </div>
              <div className="quiet cut">
                {handle} · {text} · {words.cycles.tasks(taskCount)}
              </div>
            </Link>
          )
        })}
      </div>
    </section>
  )
}
