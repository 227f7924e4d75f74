import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { executeCycle } from '../../../../domains/delivery/runs/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../parts/button.tsx'
import { ErrorBeside, Refusal } from '../../parts/refusal.tsx'
import { toast } from '../../parts/toast.ts'
import { useInboxWords } from '../../words/inbox/index.ts'
import { dismissFailure, restoreFailure } from '../../shell/dismissed-failures.ts'
import { useServerWords } from '../../words/server/index.ts'
import { useUndoWords } from '../../words/undo/index.ts'
import type { WaitingItem } from '../../api/waiting-items.ts'
import '../../parts/request-decision/decision.css'

interface RunAgainButtonProps {
  readonly thing: WaitingItem
  readonly variant?: 'primary'
  readonly size?: 'small'
}

/** Restarts a failed cycle. */
export const RunAgainButton = ({ thing: { cycleId, cycleTitle }, variant, size }: RunAgainButtonProps) => {
  const words = useInboxWords()
  const run = useOperation(executeCycle, {
    then: () => toast(words.runStarted(cycleTitle ?? '')),
  })
  return (
    <>
      <Button
        variant={variant}
        size={size}
        isPending={run.isPending}
        onClick={() => run.mutate({ params: { id: cycleId } })}
      >
        {words.runAgain}
      </Button>
      <ErrorBeside error={run.error} />
    </>
  )
}

/** Why a cycle failed, and another run of it. */
export const RunAgain = ({ thing, beside }: { readonly thing: WaitingItem; readonly beside: ReactNode }) => {
  const { failed, cycleTitle } = thing
  const words = useInboxWords()
  const { worded } = useServerWords()
  const undo = useUndoWords()
  const dismiss = useMutation({
    mutationFn: dismissFailure,
    onSuccess: (_, dismissed) =>
      toast(words.dismissed(cycleTitle ?? ''), {
        words: undo,
        act: () => restoreFailure(dismissed),
      }),
  })
  return (
    <div className="decision">
      {failed?.failure ? <blockquote dir="auto">{worded(failed.failure.message)}</blockquote> : null}
      {failed?.failure?.log ? (
        <pre className="log" tabIndex={0} aria-label={words.kinds.failed}>
          {failed.failure.log}
        </pre>
      ) : null}
      <Refusal error={dismiss.error} />
      <div className="line wrap">
        <RunAgainButton thing={thing} variant="primary" />
        {failed ? (
          <Button isPending={dismiss.isPending} onClick={() => dismiss.mutate(failed)}>
            {words.dismiss}
          </Button>
        ) : null}
        {beside}
      </div>
    </div>
  )
}
