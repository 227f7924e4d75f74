import { SaveBar } from '../../../parts/draft-field.tsx'
import { Refusal } from '../../../parts/refusal.tsx'

interface SaveFormProps {
  readonly draft: Parameters<typeof SaveBar>[0]['draft']
  readonly save: { readonly error: unknown; readonly isPending: boolean; readonly isSuccess: boolean }
}

/** The end of a form about who is on invoices: what was refused, what saves it, and what takes it back. */
export const SaveForm = ({ draft, save }: SaveFormProps) => (
  <>
    <Refusal error={draft.conflicts.length > 0 ? null : save.error} />
    <SaveBar draft={draft} isPending={save.isPending} isSaved={save.isSuccess} />
  </>
)
