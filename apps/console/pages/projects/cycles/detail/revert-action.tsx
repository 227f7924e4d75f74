import Undo2 from 'lucide-react/icons/undo-2'
import { useNavigate } from 'react-router'
import { Button, LinkButton } from '../../../../parts/button.tsx'
import { usePageCommands } from '../../../../parts/commands.ts'
import { ErrorBeside } from '../../../../parts/refusal.tsx'
import { useRevertCycle } from '../../../../parts/revert/use-revert-cycle.ts'
import { paths } from '../../../../paths.ts'
import { useUndoWords } from '../../../../words/undo/index.ts'
import type { Cycle } from './cycle-tasks.ts'

/** Reverts a cycle's delivery by a new cycle, or leads to the cycle that does. */
export const RevertAction = ({ cycle }: { readonly cycle: Cycle }) => {
  const { projectId, mergedSha, revertedByCycleId } = cycle
  const words = useUndoWords()
  if (revertedByCycleId !== null) {
    return (
      <LinkButton size="small" icon={Undo2} to={paths.cycle(projectId, revertedByCycleId)}>
        {words.revertedBy}
      </LinkButton>
    )
  }
  return mergedSha === null ? null : <RevertButton cycle={cycle} />
}

const RevertButton = ({ cycle }: { readonly cycle: Cycle }) => {
  const { id, title } = cycle
  const words = useUndoWords()
  const navigate = useNavigate()
  const revert = useRevertCycle(({ id: startedId, projectId, ...state }) =>
    navigate(paths.cycle(projectId, startedId), { state }),
  )
  usePageCommands([{ id: `revert ${id}`, name: words.revertOf(title), icon: Undo2, act: () => revert.mutate(cycle) }])
  return (
    <>
      <ErrorBeside error={revert.error} />
      <Button
        size="small"
        icon={Undo2}
        title={words.revertHint}
        isPending={revert.isPending}
        pendingText={words.reverting}
        onClick={() => revert.mutate(cycle)}
      >
        {words.revert}
      </Button>
    </>
  )
}
