import { PasswordField } from '../../parts/password-field.tsx'
import { useWaysWords } from '../../words/sign-in/index.ts'

const least = 12
const charactersOf = (text: string) => Array.from(text).length

export const isLongEnough = (password: string): boolean => charactersOf(password) >= least

interface NewPasswordFieldProps {
  readonly name: 'password' | 'newPassword'
  readonly label: string
  readonly value: string
  /** Whether its fault is shown. */
  readonly isChecked: boolean
  readonly onChange: (value: string) => void
}

/** A password that is chosen; its rule is below it. */
export const NewPasswordField = ({ name, label, value, isChecked, onChange }: NewPasswordFieldProps) => {
  const words = useWaysWords().fields
  return (
    <PasswordField
      name={name}
      label={label}
      hint={words.passwordHint}
      value={value}
      autoComplete="new-password"
      maxLength={128}
      wrong={isChecked && !isLongEnough(value) ? words.tooShort(charactersOf(value)) : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
