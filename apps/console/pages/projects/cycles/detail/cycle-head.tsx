import GitBranch from 'lucide-react/icons/git-branch'
import { useLocation } from 'react-router'
import { isOver } from '../../../../../../domains/delivery/cycles/rules.ts'
import type { ErrorExplanation } from '../../../../errors.ts'
import { useAges, useFormat } from '../../../../format.ts'
import { ChangeRequestButton } from '../../../../parts/failure/change-request-button.tsx'
import { FailureNote } from '../../../../parts/failure/failure-note.tsx'
import { RunAgainButton } from '../../../../parts/failure/run-again-button.tsx'
import { Handle } from '../../../../parts/text/handle.tsx'
import { Meter } from '../../../../parts/feedback/meter.tsx'
import { Heading } from '../../../../parts/text/heading.tsx'
import { Explanation } from '../../../../parts/feedback/refusal.tsx'
import { State } from '../../../../parts/feedback/state.tsx'
import { cycleStates, isAtWork } from '../../../../states.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { ProjectModel } from '../../agents/project-model.tsx'
import { RequestText } from '../change-review/request-text.tsx'
import { ageBegin, isMerged, type Cycle, type Task, type Usage } from './cycle-tasks.ts'
import './cycle-head.css'

interface CycleHeadProps {
  readonly cycle: Cycle
  readonly tasks: readonly Task[]
  readonly usage: Usage | undefined
  /** Whether a question below the head begins with the request. */
  readonly isAsked: boolean
}

/** The title of a cycle, its state in figures, and why it failed or did not start. */
export const CycleHead = ({ cycle, tasks, usage, isAsked }: CycleHeadProps) => {
  const words = useWords()
  // The page that proposed the cycle explains here why it did not start.
  const { notStarted } = (useLocation().state ?? {}) as { readonly notStarted?: ErrorExplanation }
  const { dollars, whole } = useFormat()
  const { age, agoInWords } = useAges()
  const { handle, title, status, runNumber, targetBranch, failure } = cycle
  const since = ageBegin(cycle)
  const merged = tasks.filter(isMerged).length
  return (
    <header className="cycle-head">
      <Heading>{title}</Heading>
      <div className="cycle-facts">
        <Handle>{handle}</Handle>
        {isAtWork(cycle) ? (
          <span className="state live">
            <span className="live-dot" />
            {words.states.cycle[status]}
          </span>
        ) : (
          <State {...cycleStates[status]}>{words.states.cycle[status]}</State>
        )}
        <span title={whole(since)}>
          {isOver(status) ? words.cycle.endedWhen(agoInWords(since)) : words.cycle.now(age(since))}
          {runNumber > 1 ? `, ${words.cycle.runNumber(runNumber)}` : ''}
        </span>
        {tasks.length > 1 && merged < tasks.length ? <span>{words.cycle.merged(merged, tasks.length)}</span> : null}
        {usage ? (
          <span className="line">
            {words.cycle.spent(dollars(usage.costUsd), usage.capUsd === null ? undefined : dollars(usage.capUsd))}
            {usage.capUsd === null ? null : <Meter spent={usage.costUsd} held={usage.reservedUsd} cap={usage.capUsd} />}
          </span>
        ) : null}
        {targetBranch === null ? null : (
          <span className="line branch">
            <GitBranch className="i" aria-hidden="true" />
            <span className="mono">{targetBranch}</span>
          </span>
        )}
      </div>
      {status === 'failed' && failure ? (
        <FailureNote
          message={failure.message}
          step={failure.step}
          log={failure.log ?? tasks.find((task) => task.failure?.log)?.failure?.log}
        >
          <RunAgainButton cycleId={cycle.id} variant="primary" />
          <ChangeRequestButton cycleId={cycle.id} description={cycle.description} />
        </FailureNote>
      ) : null}
      {notStarted ? <Explanation explained={notStarted} /> : null}
      {isAsked ? null : <RequestText cycleId={cycle.id} />}
      {status === 'draft' ? <ChangeRequestButton cycleId={cycle.id} description={cycle.description} isDraft /> : null}
      {status === 'failed' && failure ? <ProjectModel projectId={cycle.projectId} /> : null}
    </header>
  )
}
