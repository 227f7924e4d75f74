import type { ReactNode } from 'react'
import { Empty } from '../../../../parts/feedback/empty.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../../../parts/feedback/skeleton.tsx'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { Evidence } from '../review/review-files.ts'
import type { Task } from './cycle-tasks.ts'
import { useEvidence } from './use-evidence.ts'

interface FrameProps {
  readonly task: Task
  readonly children: (evidence: Evidence) => ReactNode
}

/** Draws the evidence of a task, or the reason for its absence. */
export const EvidenceFrame = ({ task, children }: FrameProps) => {
  const words = useWords().cycle
  const { failed } = useChangeReviewWords().noChange
  const { evidence, isAbsent, isLoading, error } = useEvidence(task)
  if (isLoading) return <RowsSkeleton />
  if (isAbsent && task.status === 'failed') return <Empty {...failed} />
  if (isAbsent) return <Empty title={words.noEvidence} text={words.noEvidenceText} />
  return (
    <>
      {error ? (
        <div className="pad">
          <Refusal error={error} />
        </div>
      ) : null}
      {evidence ? children(evidence) : null}
    </>
  )
}
