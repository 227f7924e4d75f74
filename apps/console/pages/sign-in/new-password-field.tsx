import { inputOf, type TextName } from '../../parts/forms/draft-field.tsx'
import { PasswordField } from '../../parts/forms/password-field.tsx'
import type { DraftPart } from '../../parts/forms/use-draft.ts'
import { useWaysWords } from '../../words/sign-in/index.ts'

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
