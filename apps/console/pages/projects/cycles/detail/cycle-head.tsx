import GitBranch from 'lucide-react/icons/git-branch'
import { useLocation } from 'react-router'
import { isOver } from '../../../../../../domains/delivery/cycles/rules.ts'
import type { ErrorExplanation } from '../../../../errors.ts'
import { useAges, useFormat } from '../../../../format.ts'
import { Handle } from '../../../../parts/handle.tsx'
import { Meter } from '../../../../parts/meter.tsx'
import { Heading } from '../../../../parts/heading.tsx'
import { Explanation } from '../../../../parts/refusal.tsx'
import { State } from '../../../../parts/state.tsx'
import { cycleStates, isAtWork } from '../../../../states.ts'
import { useServerWords } from '../../../../words/server/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { ProjectModel } from '../../agents/project-model.tsx'
import { RequestText } from '../change-review/request-text.tsx'
import { firstFailingTest } from './failing-test.ts'
import { ageBegin, isMerged, type Cycle, type Task, type Usage } from './cycle-tasks.ts'
import './cycle-head.css'

interface CycleHeadProps {
  readonly cycle: Cycle
  readonly tasks: readonly Task[]
  readonly usage: Usage | undefined
  /** Whether a question below begins with the request. */
  readonly isAsked: boolean
}

export const CycleHead = ({ cycle, tasks, usage, isAsked }: CycleHeadProps) => {
  const words = useWords()
  const { whole } = useFormat()
  const { age, agoInWords } = useAges()
  const { handle, title, status, runNumber, targetBranch, failure } = cycle
  const since = ageBegin(cycle)
  return (
    <header className="cycle-head">
      <Heading className="s">{title}</Heading>
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
        {tasks.length > 0 ? <span>{words.cycle.merged(tasks.filter(isMerged).length, tasks.length)}</span> : null}
        <Spent usage={usage} />
        {targetBranch === null ? null : (
          <span className="line branch">
            <GitBranch className="i" aria-hidden="true" />
            <span className="mono">{targetBranch}</span>
          </span>
        )}
      </div>
      {status === 'failed' && failure ? (
        <>
          <FailureNote failure={failure} log={failure.log ?? tasks.find((task) => task.failure?.log)?.failure?.log} />
          <ProjectModel projectId={cycle.projectId} />
        </>
      ) : null}
      <NotStarted />
      {isAsked ? null : <RequestText cycleId={cycle.id} />}
    </header>
  )
}

interface FailureNoteProps {
  readonly failure: NonNullable<Cycle['failure']>
  /** The end of the step's output. */
  readonly log: string | undefined
}

/** Why the run failed, with the first test that failed. */
const FailureNote = ({ failure, log }: FailureNoteProps) => {
  const words = useWords().cycle
  const { worded, stepOf } = useServerWords()
  const test = log === undefined ? undefined : firstFailingTest(log)
  return (
    <div className="note bad failure-note">
      <div>
        <div dir="auto">{worded(failure.message)}</div>
        {test === undefined ? null : (
          <div>
            {words.firstFailing} <b dir="auto">{test}</b>
          </div>
        )}
        {failure.step ? <div className="soft">{words.failedAt(stepOf(failure.step))}</div> : null}
        {log === undefined ? null : (
          <details>
            <summary>{words.log}</summary>
            <pre className="log" tabIndex={0} aria-label={words.log}>
              {log}
            </pre>
          </details>
        )}
      </div>
    </div>
  )
}

const Spent = ({ usage }: { readonly usage: Usage | undefined }) => {
  const words = useWords().cycle
  const { dollars } = useFormat()
  if (!usage) return null
  const { costUsd, reservedUsd, capUsd } = usage
  return (
    <span className="line">
      {words.spent(dollars(costUsd), capUsd === null ? undefined : dollars(capUsd))}
      {capUsd === null ? null : <Meter spent={costUsd} held={reservedUsd} cap={capUsd} />}
    </span>
  )
}

/** Why a cycle that was just written down did not start. */
const NotStarted = () => {
  const state = useLocation().state as { readonly notStarted?: ErrorExplanation } | null
  return state?.notStarted ? <Explanation explained={state.notStarted} /> : null
}
