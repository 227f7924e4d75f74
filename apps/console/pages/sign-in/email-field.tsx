import { DraftField } from '../../parts/forms/draft-field.tsx'
import type { DraftPart } from '../../parts/forms/use-draft.ts'
import { useWaysWords } from '../../words/sign-in/index.ts'

interface EmailFieldProps {
  readonly draft: DraftPart<{ email: string }>
  /** Whether the server answered that no account can have it. */
  readonly isNoAddress: boolean
}

export const EmailField = ({ draft, isNoAddress }: EmailFieldProps) => {
  const { signIn, fields } = useWaysWords()
  const wrong = isNoAddress ? fields.noAddress : undefined
  return (
    <DraftField draft={draft} field="email" label={signIn.email} type="email" autoComplete="username" wrong={wrong} />
  )
}
