import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { shownVerdict } from '../../../../../../domains/delivery/tasks/rules.ts'
import { Glyph } from '../../../../parts/text/glyph.tsx'
import { Handle } from '../../../../parts/text/handle.tsx'
import { ProseBlock } from '../../../../parts/text/prose.tsx'
import { RowsSkeleton } from '../../../../parts/feedback/skeleton.tsx'
import { Tag } from '../../../../parts/feedback/state.tsx'
import { Tabs } from '../../../../parts/tabs.tsx'
import { withParam } from '../../../../paths.ts'
import { latePart } from '../../../../shell/late-code.ts'
import { verdictNamed, verdictOf } from '../../../../states.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { TaskSteps } from './task-steps.tsx'
import { isMerged, type Cycle, type Task, type TaskBadge } from './cycle-tasks.ts'

// The steps are seen first; the other views are read when their tab is opened.
const TaskChanges = latePart(async () => (await import('./task-changes.tsx')).TaskChanges)
const TaskChecks = latePart(async () => (await import('./task-checks.tsx')).TaskChecks)

const all = ['steps', 'changes', 'checks', 'brief'] as const
type View = (typeof all)[number]

/** The first view of a task: the checks if its result is above, the changes if it is merged, else the steps. */
const firstView = (task: Task, isInResult: boolean): View =>
  isInResult ? 'checks' : isMerged(task) ? 'changes' : 'steps'

interface TaskPanelProps {
  readonly task: Task
  readonly badge: TaskBadge
  readonly cycle: Cycle
  /** Whether the page has a question about its change above, with the request, the verdict and the checks. */
  readonly isAsked: boolean
  /** Whether the head of the page has the state of the task, which is the only one. */
  readonly isOnly: boolean
  /** Whether the opened address names a view of the task, which is then scrolled into sight. */
  readonly isSought: boolean
}

/** A task with the steps of its agent, its changes, its checks and its brief. The chosen view is in the address. */
export const TaskPanel = ({ task, badge, cycle, isAsked, isOnly, isSought }: TaskPanelProps) => {
  const words = useWords().cycle
  const [query] = useSearchParams()
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isSought) place.current?.scrollIntoView()
  }, [isSought])
  const isStateSaid = isOnly && (isAsked || isMerged(task) || ['building', 'failed'].includes(task.status))
  const isInResult = cycle.status === 'completed' && isMerged(task)
  const verdict = isAsked || isInResult ? null : shownVerdict(task)
  // The head of the page has a single task's brief; the question or the result has the task's change.
  const above = [task.description === cycle.description ? 'brief' : '', isAsked || isInResult ? 'changes' : '']
  const views = all.filter((one) => !above.includes(one))
  // A task that is delivered while a person reads its steps keeps them open.
  const [first] = useState(() => firstView(task, isInResult))
  const view = views.find((one) => one === query.get('view')) ?? first
  const contents: Readonly<Record<View, ReactNode>> = {
    steps: <TaskSteps task={task} />,
    changes: <TaskChanges task={task} />,
    checks: <TaskChecks task={task} isTableAbove={isAsked} areFindingsAbove={isAsked || isInResult} />,
    brief: (
      <div className="pad">
        <ProseBlock className="brief" text={task.description} />
      </div>
    ),
  }
  return (
    <section ref={place} className="panel task" aria-label={task.title}>
      <div className="bar task-bar">
        <Glyph name={badge.glyph} />
        <h2 className="cut" dir="auto" title={task.title}>
          {/* The heading of the page already shows a title that cycle and task share. */}
          {task.title === cycle.title ? words.task : task.title}
        </h2>
        <Handle>{task.handle}</Handle>
        <span className="grow" />
        {isStateSaid ? null : <span className="quiet">{badge.text}</span>}
        {verdict === null ? null : (
          <Tag {...verdictOf(verdict, isMerged(task))}>{words.verdicts[verdictNamed(verdict, isMerged(task))]}</Tag>
        )}
      </div>
      <Tabs label={words.task}>
        {views.map((one) => (
          <Link
            key={one}
            to={withParam(query, 'view', one)}
            aria-current={one === view ? 'page' : undefined}
            replace
            preventScrollReset
          >
            {words.tabs[one]}
          </Link>
        ))}
      </Tabs>
      <Suspense fallback={<RowsSkeleton />}>{contents[view]}</Suspense>
    </section>
  )
}
