import { executeCycle } from '../../../../domains/delivery/runs/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useCoreWords } from '../../words/core/index.ts'
import { Button } from '../forms/button.tsx'
import { ErrorBeside } from '../feedback/refusal.tsx'

interface RunAgainButtonProps {
  readonly cycleId: string
  readonly onStarted?: () => void
  readonly variant?: 'primary'
  readonly size?: 'small'
}

/** Runs a failed cycle again. */
export const RunAgainButton = ({ cycleId, onStarted, variant, size }: RunAgainButtonProps) => {
  const { tryAgain } = useCoreWords()
  const run = useOperation(executeCycle, { then: () => onStarted?.() })
  return (
    <>
      <Button
        variant={variant}
        size={size}
        isPending={run.isPending}
        onClick={() => run.mutate({ params: { id: cycleId } })}
      >
        {tryAgain}
      </Button>
      <ErrorBeside error={run.error} />
    </>
  )
}
