import Package from 'lucide-react/icons/package'
import { Suspense, useState } from 'react'
import { useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { getMe } from '../../../../../../domains/accounts/people/contract/me.ts'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { getCycle } from '../../../../../../domains/delivery/cycles/contract.ts'
import { getCycleUsage } from '../../../../../../domains/delivery/budgets/contract.ts'
import { listCyclePendingRequests } from '../../../../../../domains/delivery/requests/contract.ts'
import { prefetch, useLateReply, useReply } from '../../../../api/use-operation.ts'
import { prefetchPages, useRows } from '../../../../api/use-pages.ts'
import { LinkButton } from '../../../../parts/forms/button.tsx'
import { Top, useTitle } from '../../../../parts/page.tsx'
import { PartialRows } from '../../../../parts/list/partial-rows.tsx'
import { PreviewLink } from '../../../../parts/files/preview-link.tsx'
import { PageSkeleton, RowsSkeleton } from '../../../../parts/feedback/skeleton.tsx'
import { paths } from '../../../../paths.ts'
import { useTalkWords } from '../../../../words/conversation/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { OpenConversation, SideSwitch } from './conversation/work-or-conversation-switch.tsx'
import { CycleActions, CycleHead, namesModel, useEvidenceIsLate } from './cycle-head.tsx'
import { TaskPanel } from './task-panel.tsx'
import { prefetchMessages, useMessages } from './conversation/use-messages.ts'
import { isCheckingResult, isReview, selectedTask, taskBadge, waitingIn } from './cycle-tasks.ts'
import { latePart } from '../../../../shell/late-code.ts'
import { AtOwnAddress } from '../own-address.tsx'
import './cycle.css'
import './conversation/conversation.css'

// The code that lays graphs out weighs as much as the rest of the page.
const TaskGraph = latePart(async () => (await import('./task-graph.tsx')).TaskGraph)
// With the review of its change, which would move the rest of the page if it came after.
const CycleRequest = latePart(async () => {
  const [{ CycleRequest: Component }] = await Promise.all([
    import('./cycle-request.tsx'),
    import('../change-review/change-review.tsx'),
  ])
  return Component
})
const Waits = latePart(async () => (await import('./cycle-timeline.tsx')).CycleWaitNote)
const CycleFiles = latePart(async () => (await import('../attachments/cycle-files.tsx')).CycleFiles)
const CycleResult = latePart(async () => (await import('./cycle-result.tsx')).CycleResult)
const AcceptanceFiles = latePart(async () => (await import('../attachments/cycle-files.tsx')).AcceptanceFiles)
const Pictures = latePart(
  async () => (await import('../../../../parts/preview-pictures/cycle-pictures.tsx')).CyclePictures,
)
const Course = latePart(async () => (await import('./cycle-timeline.tsx')).CycleTimeline)
// The work comes first; its conversation is read after.
const Conversation = latePart(async () => (await import('./conversation/conversation.tsx')).Conversation)

export const loader = ({ params, request }: LoaderFunctionArgs) => {
  const id = params.cycleId!
  prefetchMessages(id, new URL(request.url).searchParams.get('with'))
  prefetch(getProject, { params: { id: params.projectId! } })
  prefetchPages(listCyclePendingRequests, waitingIn(id))
  prefetch(getMe)
  prefetch(getCycleUsage, { params: { id } })
  return prefetch(getCycle, { params: { id } })
}

/** Questions to the client come last. */
const rankOf = ({ requiredActor }: { readonly requiredActor: string }) => (requiredActor === 'client' ? 1 : 0)

export default function CyclePage() {
  return <AtOwnAddress page={OpenedCycle} />
}

const OpenedCycle = () => {
  const { projectId = '', cycleId: id = '' } = useParams()
  const words = useWords()
  const talk = useTalkWords()
  const [query] = useSearchParams()
  const { project, canSteer } = useReply(getProject, { params: { id: projectId } })
  const { cycle, tasks, previewUrl, desktopAvailable } = useReply(getCycle, { params: { id } })
  const pending = useRows(listCyclePendingRequests, 1_000, waitingIn(id)).rows
  const requests = pending.toSorted((one, other) => rankOf(one) - rankOf(other))
  const usage = useLateReply(getCycleUsage, { params: { id } }).data
  // Another thread that is chosen later loads in its own column.
  const [firstThread] = useState(query.get('with'))
  const messages = useMessages(id, firstThread)
  const selected = selectedTask(tasks, requests, query.get('task'))
  const [soughtTaskId] = useState(query.has('view') ? selected?.id : undefined)
  const isFirstLate = useEvidenceIsLate(cycle, requests, selected)
  const side = query.get('side') === 'talk' ? 'talk' : 'work'
  useTitle(cycle.title, project.name)
  // A conversation narrows the page, which would move if the messages came after it.
  if (messages.isLoading) return <PageSkeleton />
  const isSilent = messages.data?.pages.every(({ rows }) => rows.length === 0) ?? false
  // A single task needs no graph: its panel has its state. In a completed cycle the result follows the chosen task.
  const graph =
    tasks.length === 1 || (tasks.length === 0 && cycle.status === 'draft') ? null : (
      <Suspense fallback={<RowsSkeleton rows={Math.min(tasks.length, 4)} />}>
        <TaskGraph tasks={tasks} requests={requests} usage={usage} selected={selected} />
      </Suspense>
    )
  return (
    <>
      <Top
        isWide
        crumbs={[
          { name: project.name, to: paths.project(projectId) },
          { name: words.projectList.cycles, to: paths.cycles(projectId) },
          { name: cycle.title },
        ]}
        actions={
          <>
            <PreviewLink url={previewUrl} />
            {isSilent && side === 'work' ? <OpenConversation /> : null}
            {/* The result of a completed cycle begins with this link. */}
            {cycle.status === 'completed' ? null : (
              <LinkButton size="small" icon={Package} to={paths.deliverable(projectId, id)}>
                {words.home_.deliverable}
              </LinkButton>
            )}
            <CycleActions cycle={cycle} tasks={tasks} canHaveDesktop={desktopAvailable} />
          </>
        }
      />
      <div className="cycle-frame" data-side={side}>
        <div className="page cycle">
          <CycleHead cycle={cycle} tasks={tasks} usage={usage} isAsked={requests.some(isReview)} />
          <SideSwitch side={side} />
          <div className="cycle work">
            <PartialRows rows={requests}>
              {(request) => (
                <Suspense key={request.id} fallback={<RowsSkeleton rows={6} />}>
                  <CycleRequest request={request} />
                </Suspense>
              )}
            </PartialRows>
            <Suspense fallback={isCheckingResult(cycle, tasks) ? <RowsSkeleton rows={1} /> : null}>
              <Waits cycle={cycle} tasks={tasks} isAsked={requests.length > 0} />
            </Suspense>
            {cycle.status === 'completed' ? (
              <>
                {graph}
                <Suspense fallback={<RowsSkeleton rows={6} />}>
                  <CycleResult cycle={cycle} task={selected} />
                </Suspense>
              </>
            ) : null}
            {isFirstLate ? (
              // The note in the head would push a placeholder down.
              !namesModel(cycle) && <RowsSkeleton rows={6} />
            ) : (
              <>
                {cycle.status === 'completed' ? null : graph}
                {selected ? (
                  <TaskPanel
                    key={selected.id}
                    task={selected}
                    badge={taskBadge(selected, tasks, requests, words.states)}
                    cycle={cycle}
                    isAsked={requests.some((one) => isReview(one) && one.taskId === selected.id)}
                    isOnly={tasks.length === 1}
                    isSought={soughtTaskId === selected.id}
                  />
                ) : null}
                <Suspense>
                  <div className="panel folds">
                    <Course cycle={cycle} tasks={tasks} />
                    <AcceptanceFiles cycleId={id} />
                    <CycleFiles cycleId={id} />
                  </div>
                </Suspense>
                <Suspense>
                  <Pictures projectId={projectId} cycleId={id} />
                </Suspense>
              </>
            )}
          </div>
        </div>
        <Suspense fallback={isSilent ? null : <aside className="talk" aria-label={talk.title} />}>
          <Conversation
            key={`${id} ${query.get('with') ?? ''}`}
            projectId={projectId}
            cycleId={id}
            canSteer={canSteer}
            isAtWork={tasks.some(({ status }) => status === 'building')}
          />
        </Suspense>
      </div>
    </>
  )
}
