import { Dialog } from '../../parts/feedback/dialog.tsx'
import { DraftField } from '../../parts/forms/draft-field.tsx'
import { Refusal } from '../../parts/feedback/refusal.tsx'
import type { DraftPart } from '../../parts/forms/use-draft.ts'

interface ReasonDialogProps {
  readonly title: string
  readonly text: string
  readonly action: string
  readonly words: { readonly keep: string; readonly reason: string }
  readonly form: DraftPart<{ reason: string }> & {
    readonly isPending: boolean
    readonly error: unknown
    readonly submit: () => void
  }
  readonly onClose: () => void
}

/** Asks for the reason of an action that cannot be undone. */
export const ReasonDialog = ({ text, words, form, ...dialog }: ReasonDialogProps) => (
  <Dialog {...dialog} keep={words.keep} isBusy={form.isPending} error={form.error} isDangerous onAct={form.submit}>
    <p>{text}</p>
    <DraftField draft={form} field="reason" label={words.reason} isLong rows={2} />
    <Refusal error={form.error} />
  </Dialog>
)
