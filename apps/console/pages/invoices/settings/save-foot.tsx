import { SaveBar } from '../../../parts/forms/draft-field.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'

interface SaveFormProps {
  readonly form: Parameters<typeof SaveBar>[0]['draft'] & { readonly error: unknown }
}

/** The end of a form about who is on invoices: the refusal, and what saves or resets it. */
export const SaveForm = ({ form }: SaveFormProps) => (
  <>
    <Refusal error={form.conflicts.length > 0 ? null : form.error} />
    <SaveBar draft={form} />
  </>
)
