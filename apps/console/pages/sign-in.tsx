import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState, type SyntheticEvent } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { signInWithPassword } from '../../../domains/accounts/people/contract/sign-in.ts'
import { queries } from '../api/queries.ts'
import { useOperation } from '../api/use-operation.ts'
import { TextField } from '../parts/field.tsx'
import { Heading, useTitle } from '../parts/page.tsx'
import { Refusal } from '../parts/refusal.tsx'
import { ownPlace } from '../paths.ts'
import { AlonePage } from '../shell/alone-page.tsx'
import { useWords } from '../words/use-words.ts'
import { hasPasskeys, usePasskeySignIn } from './sign-in/passkey.ts'

export default function SignInPage() {
  const words = useWords().signIn
  const [query] = useSearchParams()
  const enter = useEntrance(ownPlace(query.get('to')))
  useTitle(words.title)
  return (
    <AlonePage>
      <div>
        <Heading>{words.title}</Heading>
        <p>{query.has('expired') ? words.expired : `${words.text} ${location.host}`}</p>
      </div>
      {hasPasskeys ? <PasskeyButton onDone={enter} /> : null}
      <PasswordForm onDone={enter} />
    </AlonePage>
  )
}

/** Goes on to where the person was on their way to; what was known of anybody before is forgotten. */
const useEntrance = (to: string) => {
  const navigate = useNavigate()
  return () => {
    queries.clear()
    return navigate(to, { replace: true })
  }
}

const PasskeyButton = ({ onDone }: { readonly onDone: () => unknown }) => {
  const words = useWords().signIn
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

const PasswordForm = ({ onDone }: { readonly onDone: () => unknown }) => {
  const words = useWords().signIn
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
      <Refusal error={enter.error} />
      <button type="submit" className="btn primary full" disabled={enter.isPending}>
        {enter.isPending ? words.busy : words.button}
      </button>
      <a className="link" href="/reset-password">
        {words.forgot}
      </a>
    </form>
  )
}
