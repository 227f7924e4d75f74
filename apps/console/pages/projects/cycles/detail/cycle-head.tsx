import GitBranch from 'lucide-react/icons/git-branch'
import { useLocation } from 'react-router'
import { isOver, statusAfter } from '../../../../../../domains/delivery/cycles/rules.ts'
import type { ErrorExplanation } from '../../../../errors.ts'
import { useAges, useFormat } from '../../../../format.ts'
import { ChangeRequestButton } from '../../../../parts/failure/change-request-button.tsx'
import { FailureNote } from '../../../../parts/failure/failure-note.tsx'
import { RunAgainButton } from '../../../../parts/failure/run-again-button.tsx'
import { Handle } from '../../../../parts/text/handle.tsx'
import { Meter } from '../../../../parts/feedback/meter.tsx'
import { Heading } from '../../../../parts/text/heading.tsx'
import { Explanation, ErrorBeside } from '../../../../parts/feedback/refusal.tsx'
import { State } from '../../../../parts/feedback/state.tsx'
import { cycleStates, isAtWork } from '../../../../states.ts'
import { useWords } from '../../../../words/shell/index.ts'
import { ProjectModel, useHasModel } from '../../agents/project-model.tsx'
import { canStart } from '../can-start.ts'
import { RequestText } from '../change-review/request-text.tsx'
import {
  ageBegin,
  isMerged,
  type Cycle,
  type Task,
  type Usage,
  isTaskAtWork,
  isReview,
  type Request,
} from './cycle-tasks.ts'
import Monitor from 'lucide-react/icons/monitor'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { useState } from 'react'
import { executeCycle } from '../../../../../../domains/delivery/runs/contract.ts'
import { stopCycle } from '../../../../../../domains/delivery/cycles/contract.ts'
import { useOperation, useLateReply } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/forms/button.tsx'
import { Confirm } from '../../../../parts/feedback/confirm.tsx'
import { usePageCommands } from '../../../../parts/commands.ts'
import { listAiModels, listModelPreferences } from '../../../../../../domains/agents/models/contract.ts'
import { useRole } from '../../../../api/use-role.ts'
import { useEvidence } from './use-evidence.ts'
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
      {namesModel(cycle) ? <WorkingModel cycle={cycle} /> : null}
      {notStarted ? <Explanation explained={notStarted} /> : null}
      {isAsked ? null : <RequestText cycleId={cycle.id} />}
      {status === 'draft' ? <ChangeRequestButton cycleId={cycle.id} description={cycle.description} isDraft /> : null}
    </header>
  )
}

/** The model that would work. To connect another is the main step only where this one cannot begin. */
const WorkingModel = ({ cycle }: { readonly cycle: Cycle }) => {
  const mayStart = useMayStart(cycle)
  return <ProjectModel projectId={cycle.projectId} isMain={cycle.status !== 'failed' && !mayStart} />
}

const useMayStart = ({ projectId, description }: Cycle): boolean => canStart(useHasModel(projectId), description)

/** Whether the head names the model that would work, since a person may start the cycle. */
export const namesModel = ({ status }: Cycle): boolean => statusAfter(status, 'execute') !== undefined

interface CycleActionsProps {
  readonly cycle: Cycle
  readonly tasks: readonly Task[]
  /** Whether agents can have a desktop on this server. */
  readonly canHaveDesktop: boolean
}

/** Starts the cycle, or stops its run. */
export const CycleActions = ({ cycle, tasks, canHaveDesktop }: CycleActionsProps) => {
  const { id, status, title } = cycle
  const words = useWords().cycle
  const [isAsking, setAsking] = useState(false)
  const stop = useOperation(stopCycle, { then: () => setAsking(false) })
  const input = { params: { id } }
  const agentsAtWork = tasks.filter(isTaskAtWork).length
  const stopOrAsk = () => (agentsAtWork > 0 ? setAsking(true) : stop.mutate(input))
  const canStop = statusAfter(status, 'stop')
  const { stopOf } = useWords().palette
  usePageCommands(canStop ? [{ id: `stop ${id}`, name: stopOf(title), icon: Square, act: stopOrAsk }] : [])
  if (canStop) {
    return (
      <>
        {isAsking ? null : <ErrorBeside error={stop.error} />}
        <Button
          variant="danger"
          size="small"
          icon={Square}
          isPending={stop.isPending}
          pendingText={words.stopping}
          onClick={stopOrAsk}
        >
          {words.stop}
        </Button>
        {isAsking ? (
          <Confirm
            title={words.stopTitle(title)}
            verb={words.stopVerb}
            keep={words.stopKeep}
            isBusy={stop.isPending}
            error={stop.error}
            onConfirm={() => stop.mutate(input)}
            onClose={() => setAsking(false)}
          >
            {words.stopText(agentsAtWork)}
          </Confirm>
        ) : null}
      </>
    )
  }
  return statusAfter(status, 'execute') ? <StartAction cycle={cycle} canHaveDesktop={canHaveDesktop} /> : null
}

/** Starts the cycle, unless no model would write its code. */
const StartAction = ({ cycle, canHaveDesktop }: Omit<CycleActionsProps, 'tasks'>) => {
  const { id, status, title } = cycle
  const words = useWords().cycle
  const { runOf } = useWords().palette
  const run = useOperation(executeCycle)
  const input = { params: { id } }
  const mayStart = useMayStart(cycle)
  const start = () => run.mutate(input)
  usePageCommands(mayStart ? [{ id: `run ${id}`, name: runOf(title), icon: Play, act: start }] : [])
  return (
    <>
      <ErrorBeside error={run.error} />
      {/* The note of a failure has a button of its own. */}
      {status === 'failed' && cycle.failure ? null : (
        <Button
          variant={mayStart ? 'primary' : 'outline'}
          size="small"
          icon={Play}
          disabled={!mayStart}
          isPending={run.isPending}
          pendingText={words.running}
          onClick={start}
        >
          {words.run}
        </Button>
      )}
      {canHaveDesktop ? (
        <Button
          size="small"
          icon={Monitor}
          disabled={!mayStart}
          isPending={run.isPending}
          onClick={() => run.mutate({ ...input, query: { mode: 'desktop' } })}
          aria-label={words.runWithDesktop}
        >
          <span className="hide-s">{words.runWithDesktop}</span>
        </Button>
      ) : null}
    </>
  )
}

/**
 * True until the first evidence of a cycle's page and the model in its head have arrived: the rest of the page waits for
 * them, so that it does not move while a person reads. Later evidence, such as another task's, delays nothing.
 */
export const useEvidenceIsLate = (cycle: Cycle, requests: readonly Request[], selected: Task | undefined): boolean => {
  const { status } = cycle
  const askedTaskId = requests.find(isReview)?.taskId
  const mergedTaskId = status === 'completed' && selected && isMerged(selected) ? selected.id : undefined
  const id = askedTaskId ?? mergedTaskId
  const evidence = useEvidence({ id: id ?? '' }, id !== undefined)
  const enabled = namesModel(cycle)
  const { workspace } = useRole()
  const models = useLateReply(listAiModels, { params: { workspaceId: workspace.id } }, { enabled })
  const preferences = useLateReply(listModelPreferences, {}, { enabled })
  const isLate = evidence.isLoading || models.isLoading || preferences.isLoading
  const [hasArrived, setArrived] = useState(false)
  if (!isLate && !hasArrived) setArrived(true)
  return isLate && !hasArrived
}
