import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import { executeCycle } from '../../../../../../domains/delivery/runs/contract.ts'
import { stopCycle } from '../../../../../../domains/delivery/cycles/contract.ts'
import { statusAfter } from '../../../../../../domains/delivery/cycles/rules.ts'
import { useOperation } from '../../../../api/use-operation.ts'
import { Button } from '../../../../parts/button.tsx'
import { ErrorBeside } from '../../../../parts/refusal.tsx'
import { useWords } from '../../../../words/shell/index.ts'
import { usePageCommands } from '../../../../parts/commands.ts'
import { RevertAction } from './revert-action.tsx'
import type { Cycle } from './cycle-tasks.ts'

/** Starts the cycle, stops its run, or takes back what it delivered. */
export const CycleActions = ({ cycle }: { readonly cycle: Cycle }) => {
  const { id, status, title } = cycle
  const words = useWords().cycle
  const stop = useOperation(stopCycle)
  const run = useOperation(executeCycle)
  const input = { params: { id } }
  const canStop = statusAfter(status, 'stop')
  const canRun = statusAfter(status, 'execute')
  const { stopOf, runOf } = useWords().palette
  usePageCommands([
    ...(canStop ? [{ id: `stop ${id}`, name: stopOf(title), icon: Square, act: () => stop.mutate(input) }] : []),
    ...(canRun ? [{ id: `run ${id}`, name: runOf(title), icon: Play, act: () => run.mutate(input) }] : []),
  ])
  if (canStop) {
    return (
      <>
        <ErrorBeside error={stop.error} />
        <Button
          variant="danger"
          size="small"
          icon={Square}
          isPending={stop.isPending}
          pendingText={words.stopping}
          onClick={() => stop.mutate(input)}
        >
          {words.stop}
        </Button>
      </>
    )
  }
  if (status === 'completed') return <RevertAction cycle={cycle} />
  if (!canRun) return null
  return (
    <>
      <ErrorBeside error={run.error} />
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
    </>
  )
}
