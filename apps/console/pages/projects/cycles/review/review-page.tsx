import { useMemo } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { getCycle } from '../../../../../../domains/delivery/cycles/contract.ts'
import { listLineComments } from '../../../../../../domains/delivery/line-comments/contract.ts'
import { listCyclePendingRequests } from '../../../../../../domains/delivery/requests/contract.ts'
import { getTaskReviewEvidence } from '../../../../../../domains/delivery/tasks/contract.ts'
import { prefetch, useReply } from '../../../../api/use-operation.ts'
import { Empty } from '../../../../parts/empty.tsx'
import { Heading, Top, useTitle } from '../../../../parts/page.tsx'
import { Tag } from '../../../../parts/state.tsx'
import { paths } from '../../../../paths.ts'
import { verdictStates } from '../../../../states.ts'
import { useReviewWords } from '../../../../words/review/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { changeSize, outcomeOf } from '../change-review/approve-step.ts'
import { DecisionBar } from './decision-bar.tsx'
import { reviewFilesOf } from './review-files.ts'
import { ReviewedFiles } from './reviewed-files.tsx'
import './review.css'

const waitingIn = (id: string) => ({ params: { id }, query: { status: 'pending' } }) as const

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(getProject, { params: { id: params.projectId! } })
  prefetch(listLineComments, { params: { id: params.taskId! } })
  prefetch(getTaskReviewEvidence, { params: { id: params.taskId! } })
  prefetch(listCyclePendingRequests, waitingIn(params.cycleId!))
  return prefetch(getCycle, { params: { id: params.cycleId! } })
}

/** The change of a task, to be read and decided. */
export default function ReviewPage() {
  const { projectId = '', cycleId = '', taskId = '' } = useParams()
  const words = useWords()
  const review = useReviewWords()
  const { project } = useReply(getProject, { params: { id: projectId } })
  const { cycle, tasks } = useReply(getCycle, { params: { id: cycleId } })
  const evidence = useReply(getTaskReviewEvidence, { params: { id: taskId } })
  const requests = useReply(listCyclePendingRequests, waitingIn(cycleId))
  const request = requests.find((one) => one.taskId === taskId && one.requestType === 'approval')
  const task = tasks.find(({ id }) => id === taskId)
  const title = task?.title ?? review.title
  const files = useMemo(() => reviewFilesOf(evidence), [evidence])
  const { verdict } = evidence
  useTitle(title, project.name)
  return (
    <div className="review">
      <Top
        isWide
        crumbs={[
          { name: project.name, to: paths.project(projectId) },
          { name: cycle.title, to: `${paths.cycle(projectId, cycleId)}?task=${taskId}` },
          { name: review.title },
        ]}
        actions={
          verdict ? <Tag {...verdictStates[verdict.outcome]}>{words.cycle.verdicts[verdict.outcome]}</Tag> : null
        }
      />
      <header className="review-head">
        <Heading className="s">{title}</Heading>
        <Link className="link" to={`${paths.cycle(projectId, cycleId)}?task=${taskId}&view=checks`}>
          {review.toChecks}
        </Link>
      </header>
      {files.length === 0 ? <Empty title={review.none} text={review.noneText} /> : null}
      <ReviewedFiles
        key={taskId}
        evidence={evidence}
        files={files}
        canWrite={request !== undefined}
        of={{ ...evidence, projectId, repositoryId: task?.repositoryId ?? null }}
      />
      {request ? (
        <DecisionBar
          request={request}
          files={files.length}
          isTruncated={changeSize(files, evidence).isTruncated}
          outcome={outcomeOf(evidence)}
        />
      ) : null}
    </div>
  )
}
