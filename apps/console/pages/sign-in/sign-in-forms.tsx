import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import type { ComponentType, ReactNode } from 'react'
import { TextLink } from '../../parts/text/text-link.tsx'
import {
  signInWithPassword,
  beginPasskeySignIn,
  signInWithPasskey,
} from '../../../../domains/accounts/people/contract/sign-in.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../parts/forms/button.tsx'
import { DraftField, inputOf } from '../../parts/forms/draft-field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { PasswordField } from '../../parts/forms/password-field.tsx'
import { hasPasskeys } from '../../parts/passkeys/has-passkeys.ts'
import { useFields } from '../../parts/forms/use-form.ts'
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

/** Signs in with a passkey of the device. */
const PasskeyButton = ({ words, onDone }: FormProps) => {
  const passkey = useMutation({
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
  const enter = useOperation(signInWithPassword, { then: onDone })
  const form = useFields(signInWithPassword, {
    saved: { email: '', password: '' },
    missing: words.missingEmail,
    check: ({ password }) => ({ password: password ? undefined : words.missingPassword }),
  })
  const { email, password } = form.fields
  const submit = () => form.sendTo(() => enter.mutate({ body: { email: email.trim(), password } }))
  return (
    <Form error={enter.error} onSubmit={submit}>
      <DraftField draft={form} field="email" label={words.email} type="email" autoComplete="username" />
      <PasswordField {...inputOf(form, 'password')} label={words.password} autoComplete="current-password" />
      <Failure error={enter.error} />
      <Button type="submit" variant="primary" isFullWidth isPending={enter.isPending} pendingText={words.busy}>
        {words.button}
      </Button>
      <div className="line wrap sign-in-links">
        <TextLink to={agency === undefined ? paths.resetPassword : `${paths.resetPassword}?agency=${agency}`}>
          {words.forgot}
        </TextLink>
        {children}
      </div>
    </Form>
  )
}
