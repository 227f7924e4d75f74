import { DraftField, inputOf, type TextName } from '../../parts/forms/draft-field.tsx'
import { PasswordField } from '../../parts/forms/password-field.tsx'
import type { DraftPart } from '../../parts/forms/use-draft.ts'
import { useWaysWords } from '../../words/sign-in/index.ts'

interface NameFieldProps {
  /** The people who see it; by default colleagues and clients. */
  readonly hint?: string | undefined
  readonly draft: DraftPart<{ name: string }>
}

/** The name of the person who signs up. */
export const NameField = ({ draft, hint }: NameFieldProps) => {
  const words = useWaysWords().fields
  return <DraftField draft={draft} field="name" label={words.name} hint={hint ?? words.nameHint} autoComplete="name" />
}

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

/** The shortest password that the server takes, in characters. */
const least = 12

/** Returns the fault of a chosen password, in words. */
export const useShortPassword = () => {
  const { tooShort } = useWaysWords().fields
  return (password: string) => {
    const { length } = Array.from(password)
    return length < least ? tooShort(length) : undefined
  }
}

interface NewPasswordFieldProps<Fields extends object> {
  readonly draft: DraftPart<Fields>
  readonly field: TextName<Fields>
  readonly label: string
}

/** A password that is chosen; its rule is below it. */
export const NewPasswordField = <Fields extends object>({ draft, field, label }: NewPasswordFieldProps<Fields>) => {
  const words = useWaysWords().fields
  return (
    <PasswordField {...inputOf(draft, field)} label={label} hint={words.passwordHint} autoComplete="new-password" />
  )
}
