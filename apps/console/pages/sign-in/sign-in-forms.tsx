import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState, type ComponentType, type ReactNode } from 'react'
import { Link } from 'react-router'
import {
  signInWithPassword,
  beginPasskeySignIn,
  signInWithPasskey,
} from '../../../../domains/accounts/people/contract/sign-in.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { hasPasskeys } from '../../parts/passkeys/has-passkeys.ts'
import { paths } from '../../paths.ts'
import type { WaysWords } from '../../words/sign-in/index.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import './sign-in-forms.css'

interface FormProps {
  readonly words: Omit<WaysWords['signIn'], 'title' | 'text' | 'expired' | 'signUp'>
  readonly onDone: () => unknown
}

interface SignInFormsProps extends FormProps {
  /** The name of the portal in whose name the page speaks. */
  readonly agency?: string | undefined
  /** A way to sign in beside passkey and password. */
  readonly otherWay?: ReactNode
  /** Beside the link for a forgotten password. */
  readonly children?: ReactNode
  /** Shows the refusal. */
  readonly Failure: ComponentType<{ readonly error: unknown }>
}

/** The ways to sign in: with a passkey if the browser has them, and with a password. */
export const SignInForms = (props: SignInFormsProps) => (
  <>
    {hasPasskeys || props.otherWay ? (
      <>
        <div className="stack-8">
          {hasPasskeys ? <PasskeyButton {...props} /> : null}
          {props.otherWay}
        </div>
        <div className="or">{props.words.or}</div>
      </>
    ) : null}
    <PasswordForm {...props} />
  </>
)

const PasskeyButton = ({ words, onDone }: FormProps) => {
  const passkey = usePasskeySignIn(onDone)
  return (
    <>
      <Button isFullWidth icon={Fingerprint} isPending={passkey.isPending} onClick={() => passkey.mutate()}>
        {words.passkey}
      </Button>
      {passkey.isError ? <p role="alert">{words.passkeyFailed}</p> : null}
    </>
  )
}

const PasswordForm = ({ words, agency, children, Failure, onDone }: SignInFormsProps) => {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const enter = useOperation(signInWithPassword, { then: onDone })
  const submit = () => {
    setChecked(true)
    if (email.trim() && password) enter.mutate({ body: { email: email.trim(), password } })
  }
  return (
    <Form error={enter.error} onSubmit={submit}>
      <TextField
        label={words.email}
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        wrong={isChecked && !email.trim() ? words.missingEmail : undefined}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label={words.password}
        name="password"
        autoComplete="current-password"
        value={password}
        wrong={isChecked && !password ? words.missingPassword : undefined}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Failure error={enter.error} />
      <Button type="submit" variant="primary" isFullWidth isPending={enter.isPending} pendingText={words.busy}>
        {words.button}
      </Button>
      <div className="line wrap sign-in-links">
        <Link
          className="link"
          to={agency === undefined ? paths.resetPassword : `${paths.resetPassword}?agency=${agency}`}
        >
          {words.forgot}
        </Link>
        {children}
      </div>
    </Form>
  )
}

/** Signs in with a passkey of the device. */
const usePasskeySignIn = (onDone: () => unknown) =>
  useMutation({
    mutationFn: async () => {
      const options = await call(beginPasskeySignIn)
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
        options as unknown as PublicKeyCredentialRequestOptionsJSON,
      )
      const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential
      const response = credential.toJSON() as unknown as Record<string, unknown>
      await call(signInWithPasskey, { body: { response } })
    },
    onSuccess: onDone,
  })
