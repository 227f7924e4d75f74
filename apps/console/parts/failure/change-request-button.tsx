import { useState } from 'react'
import { updateCycle } from '../../../../domains/delivery/cycles/contract.ts'
import { executeCycle } from '../../../../domains/delivery/runs/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useServerWords } from '../../words/server/index.ts'
import { useCoreWords } from '../../words/core/index.ts'
import { Button } from '../forms/button.tsx'
import { Dialog } from '../feedback/dialog.tsx'
import { TextArea } from '../forms/field.tsx'
import { Refusal } from '../feedback/refusal.tsx'

interface ChangeRequestButtonProps {
  readonly cycleId: string
  readonly description: string
  /** Whether the cycle is a draft, which does not run yet. */
  readonly isDraft?: boolean
  readonly onStarted?: () => void
}

/** Changes the request of a draft, or of a failed cycle, which then runs again with the changed one. */
export const ChangeRequestButton = ({ cycleId, description, isDraft = false, onStarted }: ChangeRequestButtonProps) => {
  const words = useServerWords().failure
  const { cancel } = useCoreWords()
  const [text, setText] = useState<string>()
  const params = { id: cycleId }
  const run = useOperation(executeCycle, {
    then: () => {
      setText(undefined)
      onStarted?.()
    },
  })
  const save = useOperation(updateCycle, { then: () => (isDraft ? setText(undefined) : run.mutate({ params })) })
  const error = save.error ?? run.error
  return (
    <>
      <Button onClick={() => setText(description)}>{words.changeRequest}</Button>
      {text === undefined ? null : (
        <Dialog
          title={words.changeRequest}
          action={isDraft ? words.saveRequest : words.saveAndTryAgain}
          keep={cancel}
          isBusy={save.isPending || run.isPending}
          error={error}
          onAct={() => {
            if (text.trim() !== '') save.mutate({ params, body: { description: text } })
          }}
          onClose={() => setText(undefined)}
        >
          <TextArea
            name="description"
            label={words.request}
            value={text}
            rows={8}
            maxLength={10_000}
            required
            dir="auto"
            onChange={(event) => setText(event.target.value)}
          />
          <Refusal error={error} />
        </Dialog>
      )}
    </>
  )
}
