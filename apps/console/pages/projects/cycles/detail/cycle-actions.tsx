import Monitor from 'lucide-react/icons/monitor'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { useState } from 'react'
import { executeCycle } from '../../../../../../domains/delivery/runs/contract.ts'
import { stopCycle } from '../../../../../../domains/delivery/cycles/contract.ts'
import { statusAfter } from '../../../../../../domains/delivery/cycles/rules.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../../parts/forms/button.tsx'
import { Confirm } from '../../../../parts/feedback/confirm.tsx'
import { ErrorBeside } from '../../../../parts/feedback/refusal.tsx'
import { useWords } from '../../../../words/shell/index.ts'
import { usePageCommands } from '../../../../parts/commands.ts'
import { isAtWork, type Cycle, type Task } from './cycle-tasks.ts'
import Undo2 from 'lucide-react/icons/undo-2'
import { useNavigate } from 'react-router'
import { useRevertCycle } from '../../../../parts/revert/use-revert-cycle.ts'
import { paths } from '../../../../paths.ts'
import { useUndoWords } from '../../../../words/undo/index.ts'

interface CycleActionsProps {
  readonly cycle: Cycle
  readonly tasks: readonly Task[]
  /** Whether agents can have a desktop on this server. */
  readonly canHaveDesktop: boolean
}

/** Starts the cycle, stops its run, or reverts its delivery. */
export const CycleActions = ({ cycle, tasks, canHaveDesktop }: CycleActionsProps) => {
  const { id, status, title } = cycle
  const words = useWords().cycle
  const [isAsking, setAsking] = useState(false)
  const stop = useOperation(stopCycle, { then: () => setAsking(false) })
  const run = useOperation(executeCycle)
  const input = { params: { id } }
  const withDesktop = { ...input, query: { mode: 'desktop' as const } }
  const agentsAtWork = tasks.filter(isAtWork).length
  const stopOrAsk = () => (agentsAtWork > 0 ? setAsking(true) : stop.mutate(input))
  const canStop = statusAfter(status, 'stop')
  const canRun = statusAfter(status, 'execute')
  const { stopOf, runOf } = useWords().palette
  usePageCommands([
    ...(canStop ? [{ id: `stop ${id}`, name: stopOf(title), icon: Square, act: stopOrAsk }] : []),
    ...(canRun ? [{ id: `run ${id}`, name: runOf(title), icon: Play, act: () => run.mutate(input) }] : []),
  ])
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
  if (status === 'completed') return <RevertAction cycle={cycle} />
  if (!canRun) return null
  return (
    <>
      <ErrorBeside error={run.error} />
      {/* The note of a failure has a button of its own. */}
      {status === 'failed' && cycle.failure ? null : (
        <Button
          variant="primary"
          size="small"
          icon={Play}
          isPending={run.isPending}
          pendingText={words.running}
          onClick={() => run.mutate(input)}
        >
          {words.run}
        </Button>
      )}
      {canHaveDesktop ? (
        <Button
          size="small"
          icon={Monitor}
          isPending={run.isPending}
          onClick={() => run.mutate(withDesktop)}
          aria-label={words.runWithDesktop}
        >
          <span className="hide-s">{words.runWithDesktop}</span>
        </Button>
      ) : null}
    </>
  )
}

/** Reverts a cycle's delivery by a new cycle, or links to that cycle; nothing for a cycle that merged nothing. */
const RevertAction = ({ cycle }: { readonly cycle: Cycle }) => {
  const { id, title, projectId, mergedSha, revertedByCycleId } = cycle
  const words = useUndoWords()
  const navigate = useNavigate()
  const revert = useRevertCycle(({ id: startedId, projectId: _, ...state }) =>
    navigate(paths.cycle(projectId, startedId), { state }),
  )
  const act = () => revert.mutate(cycle)
  const canRevert = mergedSha !== null && revertedByCycleId === null
  usePageCommands(canRevert ? [{ id: `revert ${id}`, name: words.revertOf(title), icon: Undo2, act }] : [])
  if (revertedByCycleId !== null) {
    return (
      <LinkButton size="small" icon={Undo2} to={paths.cycle(projectId, revertedByCycleId)}>
        {words.revertedBy}
      </LinkButton>
    )
  }
  if (!canRevert) return null
  return (
    <>
      <ErrorBeside error={revert.error} />
      <Button
        size="small"
        icon={Undo2}
        title={words.revertHint}
        isPending={revert.isPending}
        pendingText={words.reverting}
        onClick={act}
      >
        {words.revert}
      </Button>
    </>
  )
}
