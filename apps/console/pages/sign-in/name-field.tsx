import { TextField } from '../../parts/field.tsx'
import { useWaysWords } from '../../words/sign-in/index.ts'

interface NameFieldProps {
  /** The people who see it; by default colleagues and clients. */
  readonly hint?: string
  readonly value: string
  readonly isChecked: boolean
  readonly onChange: (value: string) => void
}

/** The name of the person who signs up. */
export const NameField = ({ hint, value, isChecked, onChange }: NameFieldProps) => {
  const words = useWaysWords().fields
  return (
    <TextField
      name="name"
      label={words.name}
      hint={hint ?? words.nameHint}
      autoComplete="name"
      maxLength={200}
      dir="auto"
      value={value}
      wrong={isChecked && !value.trim() ? words.nameMissing : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
