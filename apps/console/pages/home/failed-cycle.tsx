import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../parts/forms/button.tsx'
import { ChangeRequestButton } from '../../parts/failure/change-request-button.tsx'
import { FailureNote } from '../../parts/failure/failure-note.tsx'
import { RunAgainButton } from '../../parts/failure/run-again-button.tsx'
import { Refusal } from '../../parts/feedback/refusal.tsx'
import { toast } from '../../parts/feedback/toast.ts'
import { useInboxWords } from '../../words/inbox/index.ts'
import { dismissFailure, restoreFailure } from '../../shell/dismissed-failures.ts'
import { useUndoWords } from '../../words/undo/index.ts'
import type { WaitingItem } from '../../api/waiting-items.ts'
import '../../parts/request-decision/decision.css'

/** Why a cycle failed, and another run of it. */
export const FailedCycle = ({ thing, beside }: { readonly thing: WaitingItem; readonly beside: ReactNode }) => {
  const { failed, cycleId, cycleTitle } = thing
  const words = useInboxWords()
  const onStarted = () => toast(words.runStarted(cycleTitle ?? ''))
  const undo = useUndoWords()
  const dismiss = useMutation({
    mutationFn: dismissFailure,
    onSuccess: (_, dismissed) =>
      toast(words.dismissed(cycleTitle ?? ''), { words: undo, act: () => restoreFailure(dismissed) }),
  })
  return (
    <div className="decision">
      {failed?.failure ? <FailureNote message={failed.failure.message} log={failed.failure.log} /> : null}
      <Refusal error={dismiss.error} />
      <div className="line wrap">
        <RunAgainButton cycleId={cycleId} variant="primary" onStarted={onStarted} />
        {failed ? (
          <>
            <ChangeRequestButton cycleId={cycleId} description={failed.description} onStarted={onStarted} />
            <Button isPending={dismiss.isPending} onClick={() => dismiss.mutate(failed)}>
              {words.dismiss}
            </Button>
          </>
        ) : null}
        {beside}
      </div>
    </div>
  )
}
