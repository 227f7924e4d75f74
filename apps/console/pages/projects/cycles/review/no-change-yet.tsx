import { Link } from 'react-router'
import { useAges } from '../../../../format.ts'
import { State } from '../../../../parts/state.tsx'
import { paths } from '../../../../paths.ts'
import { taskStates } from '../../../../states.ts'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import { isAtWork, isMerged, type Task } from '../detail/cycle-tasks.ts'

/** The work of a task without a change, and when its review opens. */
export const NoChangeYet = ({ task }: { readonly task: Task }) => {
  const words = useWords()
  const { worded } = useServerWords()
  const review = useChangeReviewWords()
  const { ageInWords } = useAges()
  const { projectId, cycleId, id, status, updatedAt, failure } = task
  return (
    <section className="no-change">
      <h2>{review.noChange[progressOf(task)].title}</h2>
      <p className="line">
        <State {...taskStates[status]}>{words.states.task[status]}</State>
        <span className="quiet">{review.since(ageInWords(updatedAt))}</span>
      </p>
      <p className="soft">{review.noChange[progressOf(task)].text}</p>
      {failure ? (
        <p className="note bad" dir="auto">
          {worded(failure.message)}
        </p>
      ) : null}
      <Link className="link" to={`${paths.cycle(projectId, cycleId)}?task=${id}&view=steps`}>
        {review.toSteps}
      </Link>
    </section>
  )
}

const progressOf = (task: Task) => {
  if (isAtWork(task)) return 'working'
  if (task.status === 'failed') return 'failed'
  return isMerged(task) ? 'gone' : 'waiting'
}
