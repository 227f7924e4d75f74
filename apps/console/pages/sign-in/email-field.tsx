import { TextField } from '../../parts/field.tsx'
import { useWaysWords } from '../../words/sign-in/index.ts'

interface EmailFieldProps {
  readonly value: string
  readonly isChecked: boolean
  /** Whether the server answered that no account can have it. */
  readonly isNoAddress: boolean
  readonly onChange: (value: string) => void
}

export const EmailField = ({ value, isChecked, isNoAddress, onChange }: EmailFieldProps) => {
  const { signIn, fields } = useWaysWords()
  const missing = isChecked && !value.trim() ? signIn.missingEmail : undefined
  return (
    <TextField
      name="email"
      label={signIn.email}
      type="email"
      autoComplete="username"
      maxLength={320}
      value={value}
      wrong={isNoAddress ? fields.noAddress : missing}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
