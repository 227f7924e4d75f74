import { Link } from 'react-router'
import { getCycle } from '../../../../../domains/delivery/cycles/contract.ts'
import { useReply } from '../../../api/use-operation.ts'
import { Section } from '../../../parts/section.tsx'
import { paths } from '../../../paths.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { ChangeSummary, findingsOfChange } from '../../projects/cycles/change-review/change-summary.tsx'
import { isMerged, type Task } from '../../projects/cycles/detail/cycle-tasks.ts'
import { useEvidence } from '../../projects/cycles/detail/use-evidence.ts'
import { reviewFilesOf } from '../../projects/cycles/review/review-files.ts'
import '../../projects/cycles/change-review/change-review.css'

const tasksMost = 3

/** The files and the proof of the first merged tasks of a cycle, with a link to the rest; nothing without a task. */
export const BuiltChange = ({ projectId, cycleId }: { readonly projectId: string; readonly cycleId: string }) => {
  const words = useDeliverableWords()
  const merged = useReply(getCycle, { params: { id: cycleId } }).tasks.filter(isMerged)
  if (merged.length === 0) return null
  return (
    <Section title={words.built} action={<Link to={paths.cycle(projectId, cycleId)}>{words.toCycle}</Link>}>
      <div className="panel pad stack-16 change-review">
        {merged.slice(0, tasksMost).map((task) => (
          <Change key={task.id} task={task} />
        ))}
      </div>
    </Section>
  )
}

const Change = ({ task: { id, projectId, cycleId } }: { readonly task: Task }) => {
  const { evidence, isLoading } = useEvidence({ id })
  if (!evidence) return isLoading ? <p className="quiet">…</p> : null
  const request = { projectId, cycleId, taskId: id }
  const change = findingsOfChange({ evidence, files: reviewFilesOf(evidence), findings: [] })
  return <ChangeSummary request={request} change={change} isOutcomeSaid />
}
