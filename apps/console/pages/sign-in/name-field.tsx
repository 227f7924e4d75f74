import { DraftField } from '../../parts/forms/draft-field.tsx'
import type { DraftPart } from '../../parts/forms/use-draft.ts'
import { useWaysWords } from '../../words/sign-in/index.ts'

interface NameFieldProps {
  /** The people who see it; by default colleagues and clients. */
  readonly hint?: string
  readonly draft: DraftPart<{ name: string }>
}

/** The name of the person who signs up. */
export const NameField = ({ draft, hint }: NameFieldProps) => {
  const words = useWaysWords().fields
  return <DraftField draft={draft} field="name" label={words.name} hint={hint ?? words.nameHint} autoComplete="name" />
}
