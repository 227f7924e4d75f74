import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState, type ComponentType, type SyntheticEvent } from 'react'
import { signInWithPassword } from '../../../../domains/accounts/people/contract/sign-in.ts'
import { useOperation } from '../../api/use-operation.ts'
import { TextField } from '../../parts/field.tsx'
import type { WaysWords } from '../../words/ways/use-words.ts'
import { usePasskeySignIn } from './passkey.ts'

interface FormProps {
  readonly words: Omit<WaysWords['signIn'], 'title' | 'text' | 'expired'>
  readonly onDone: () => unknown
}

export const PasskeyButton = ({ words, onDone }: FormProps) => {
  const passkey = usePasskeySignIn(onDone)
  return (
    <>
      <button type="button" className="btn full" disabled={passkey.isPending} onClick={() => passkey.mutate()}>
        <Fingerprint className="i" aria-hidden="true" />
        {words.passkey}
      </button>
      {passkey.isError ? <p role="alert">{words.passkeyFailed}</p> : null}
      <div className="or">{words.or}</div>
    </>
  )
}

interface PasswordFormProps extends FormProps {
  /** Says what was refused. */
  readonly Failure: ComponentType<{ readonly error: unknown }>
}

export const PasswordForm = ({ words, Failure, onDone }: PasswordFormProps) => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const enter = useOperation(signInWithPassword, { then: onDone })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (email.trim() && password) enter.mutate({ body: { email: email.trim(), password } })
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        {...{ label: words.email, type: 'email', name: 'email', autoComplete: 'username', value: email }}
        wrong={isChecked && !email.trim() ? words.missingEmail : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        {...{ label: words.password, type: 'password', name: 'password', autoComplete: 'current-password' }}
        value={password}
        wrong={isChecked && !password ? words.missingPassword : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Failure error={enter.error} />
      <button type="submit" className="btn primary full" disabled={enter.isPending}>
        {enter.isPending ? words.busy : words.button}
      </button>
      <a className="link" href="/reset-password">
        {words.forgot}
      </a>
    </form>
  )
}
