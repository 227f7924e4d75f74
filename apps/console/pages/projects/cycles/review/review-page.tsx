import { useMemo } from 'react'
import { useParams, type LoaderFunctionArgs } from 'react-router'
import { TextLink } from '../../../../parts/text/text-link.tsx'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { getCycle } from '../../../../../../domains/delivery/cycles/contract.ts'
import { listLineComments } from '../../../../../../domains/delivery/line-comments/contract.ts'
import { listCyclePendingRequests } from '../../../../../../domains/delivery/requests/contract.ts'
import { prefetch, useReply } from '../../../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../../../api/use-pages.ts'
import { Empty } from '../../../../parts/feedback/empty.tsx'
import { FailureNote } from '../../../../parts/failure/failure-note.tsx'
import { Handle } from '../../../../parts/text/handle.tsx'
import { Heading } from '../../../../parts/text/heading.tsx'
import { Top, useTitle } from '../../../../parts/page.tsx'
import { CyclePictures } from '../../../../parts/preview-pictures/cycle-pictures.tsx'
import { changesPages } from '../../../../../../domains/code/deployments/rules.ts'
import { PreviewLink } from '../../../../parts/files/preview-link.tsx'
import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../../../parts/feedback/skeleton.tsx'
import { Tag, State } from '../../../../parts/feedback/state.tsx'
import { paths } from '../../../../paths.ts'
import { verdictOf, taskStates } from '../../../../states.ts'
import { asNow } from '../../../../words/server/reworded.ts'
import { useReviewWords } from '../../../../words/review/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { changeSize, outcomeOf, verdictName } from '../change-review/approve-step.ts'
import { UnshownParts } from '../change-review/change-summary.tsx'
import { isMerged, type Task, isTaskAtWork, waitingIn } from '../detail/cycle-tasks.ts'
import { useEvidence } from '../detail/use-evidence.ts'
import { AtOwnAddress } from '../own-address.tsx'
import { reviewFilesOf, type Evidence } from './review-files.ts'
import { ReviewedFiles } from './reviewed-files.tsx'
import { useAges } from '../../../../format.ts'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { DecisionBar } from './decision-bar.tsx'
import './review.css'
import './decision-bar.css'

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(getProject, { params: { id: params.projectId! } })
  prefetch(listLineComments, { params: { id: params.taskId! } })
  prefetchPages(listCyclePendingRequests, waitingIn(params.cycleId!))
  return prefetch(getCycle, { params: { id: params.cycleId! } })
}

/** The change of a task, to be read and decided. */
export default function ReviewPage() {
  return <AtOwnAddress page={TaskReview} />
}

const TaskReview = () => {
  const { projectId = '', cycleId = '', taskId = '' } = useParams()
  const words = useWords()
  const review = useReviewWords()
  const { project, previewsAvailable } = useReply(getProject, { params: { id: projectId } })
  const { cycle, tasks, previewUrl } = useReply(getCycle, { params: { id: cycleId } })
  const task = tasks.find(({ id }) => id === taskId)
  // Before a task has a commit of its own the server has no evidence.
  const hasChange = task === undefined || (task.baseSha !== null && task.headSha !== null)
  const { evidence, isAbsent, isLoading, error } = useEvidence({ id: taskId }, hasChange)
  const title = task?.title ?? review.title
  const merged = task !== undefined && isMerged(task)
  const isOfPages = !merged && evidence !== undefined && changesPages(reviewFilesOf(evidence).map(({ name }) => name))
  const ofPages = isOfPages ? { headSha: evidence.headSha, previewsAvailable } : undefined
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
        actions={<PreviewLink url={previewUrl} />}
      />
      <header className="review-head">
        <Heading>{title}</Heading>
        {task ? <Handle>{task.handle}</Handle> : null}
        {merged ? <State {...taskStates[task.status]}>{words.states.task[task.status]}</State> : null}
        {evidence?.verdict ? (
          <Tag {...verdictOf(evidence.verdict.outcome, merged)}>
            {verdictName(evidence.verdict, merged, words.cycle.verdicts)}
          </Tag>
        ) : null}
        <TextLink to={`${paths.cycle(projectId, cycleId)}?task=${taskId}&view=checks`}>{review.toChecks}</TextLink>
      </header>
      {isLoading ? <RowsSkeleton /> : null}
      <div className="review-error">
        <Refusal error={error} />
      </div>
      {task && (!hasChange || isAbsent) ? <NoChangeYet task={task} /> : null}
      <div className="review-pictures">
        <CyclePictures projectId={projectId} cycleId={cycleId} ofPages={ofPages} />
      </div>
      {evidence ? <OpenedReview evidence={evidence} task={task} /> : null}
    </div>
  )
}

const OpenedReview = ({ evidence, task }: { readonly evidence: Evidence; readonly task: Task | undefined }) => {
  const { projectId = '', cycleId = '', taskId = '' } = useParams()
  const review = useReviewWords()
  const requests = useRows(listCyclePendingRequests, 1_000, waitingIn(cycleId)).rows
  const request = requests.find((one) => one.taskId === taskId && one.requestType === 'approval')
  const files = useMemo(() => reviewFilesOf(evidence), [evidence])
  return (
    <>
      {request && evidence.verdict ? (
        <div className="review-unshown">
          <UnshownParts
            verdict={evidence.verdict}
            said={request.reasons.map(({ message }) => asNow(message))}
            isAtLines={(path) => files.some(({ name }) => name === path)}
          />
        </div>
      ) : null}
      {files.length === 0 ? <Empty title={review.none} text={review.noneText} /> : null}
      <ReviewedFiles
        key={taskId}
        evidence={evidence}
        files={files}
        canWrite={request !== undefined}
        isMerged={task !== undefined && isMerged(task)}
        change={{ ...evidence, projectId, repositoryId: task?.repositoryId ?? null }}
      />
      {request ? (
        <DecisionBar
          request={request}
          files={files.length}
          isTruncated={changeSize(files, evidence).isTruncated}
          outcome={outcomeOf(evidence)}
        />
      ) : null}
    </>
  )
}

/** The progress of a task without a change, and when its review opens. */
const NoChangeYet = ({ task }: { readonly task: Task }) => {
  const words = useWords()
  const review = useChangeReviewWords()
  const { ageInWords } = useAges()
  const { projectId, cycleId, id, status, updatedAt, failure } = task
  const texts = review.noChange[progressOf(task)]
  return (
    <section className="no-change">
      <h2>{texts.title}</h2>
      <p className="line">
        <State {...taskStates[status]}>{words.states.task[status]}</State>
        <span className="quiet">{review.since(ageInWords(updatedAt))}</span>
      </p>
      <p className="soft">{texts.text}</p>
      {failure ? <FailureNote message={failure.message} log={failure.log} /> : null}
      <TextLink to={`${paths.cycle(projectId, cycleId)}?task=${id}&view=steps`}>{review.toSteps}</TextLink>
    </section>
  )
}

const progressOf = (task: Task) => {
  if (isTaskAtWork(task)) return 'working'
  if (task.status === 'failed') return 'failed'
  return isMerged(task) ? 'gone' : 'waiting'
}
