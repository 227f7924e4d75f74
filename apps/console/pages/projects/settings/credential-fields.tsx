import { TextArea, TextField } from '../../../parts/forms/field.tsx'
import { useConnectionWords } from '../../../words/connections/index.ts'
import { credentialFields, type Credential, type CredentialField, type CredentialKind } from './credential.ts'

interface CredentialFieldsProps {
  readonly kind: CredentialKind
  readonly credential: Credential
  readonly onChange: (credential: Credential) => void
}

const types: Readonly<Partial<Record<CredentialField, string>>> = {
  token: 'password',
  tokenExpiresAt: 'date',
  'refresh.refreshToken': 'password',
  'refresh.clientSecret': 'password',
  webhookUrl: 'password',
}

/** The fields of the credential of a connection. No draft stores their values. */
export const CredentialFields = ({ kind, credential, onChange }: CredentialFieldsProps) => {
  const { fields, fieldHints } = useConnectionWords()
  const hints: Readonly<Partial<Record<CredentialField, string>>> = fieldHints
  return credentialFields[kind].map((name) => {
    const field = {
      name,
      label: fields[name],
      hint: hints[name],
      value: credential[name] ?? '',
      onChange: ({ target }: { readonly target: { readonly value: string } }) =>
        onChange({ ...credential, [name]: target.value }),
      autoComplete: 'off',
      spellCheck: false,
      dir: 'ltr',
    }
    return name === 'app.privateKey' ? (
      <TextArea key={name} {...field} rows={6} />
    ) : (
      <TextField key={name} {...field} type={types[name] ?? 'text'} />
    )
  })
}
