import { executeCycle } from '../../../../domains/delivery/runs/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useServerWords } from '../../words/server/index.ts'
import { Button } from '../button.tsx'
import { ErrorBeside } from '../refusal.tsx'

interface RunAgainButtonProps {
  readonly cycleId: string
  readonly onStarted?: () => void
  readonly variant?: 'primary'
  readonly size?: 'small'
}

/** Runs a failed cycle again. */
export const RunAgainButton = ({ cycleId, onStarted, variant, size }: RunAgainButtonProps) => {
  const words = useServerWords().failure
  const run = useOperation(executeCycle, { then: () => onStarted?.() })
  return (
    <>
      <Button
        variant={variant}
        size={size}
        isPending={run.isPending}
        onClick={() => run.mutate({ params: { id: cycleId } })}
      >
        {words.tryAgain}
      </Button>
      <ErrorBeside error={run.error} />
    </>
  )
}
