import { useState } from 'react'
import { Dialog } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/field.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import type { DraftOf } from '../../parts/use-draft.ts'

interface ReasonDialogProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly words: { readonly keep: string; readonly reason: string; readonly reasonMissing: string }
  readonly draft: DraftOf<{ reason: string }>
  readonly isBusy: boolean
  readonly error: unknown
  readonly onAct: (reason: string) => void
  readonly onClose: () => void
}

/** Asks for the reason of what cannot be undone. */
export const ReasonDialog = ({ text, words, draft, onAct, ...dialog }: ReasonDialogProps) => {
  const { reason } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const act = () => {
    setChecked(true)
    if (reason.trim()) onAct(reason.trim())
  }
  return (
    <Dialog {...dialog} keep={words.keep} isDangerous onAct={act}>
      <p>{text}</p>
      <TextArea
        name="reason"
        label={words.reason}
        value={reason}
        maxLength={500}
        rows={2}
        wrong={isChecked && !reason.trim() ? words.reasonMissing : undefined}
        onChange={(event) => draft.set('reason', event.target.value)}
      />
      <Refusal error={dialog.error} />
    </Dialog>
  )
}
