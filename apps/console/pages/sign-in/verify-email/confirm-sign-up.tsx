import { useState } from 'react'
import { verifyEmail } from '../../../../../domains/accounts/people/contract/sign-in/sign-ups.ts'
import { queries } from '../../../api/queries.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-form.ts'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { NameField, NewPasswordField, useShortPassword } from '../account-fields.tsx'
import { pendingSignUp } from '../pending-sign-up.ts'
import { SignInFrame, errorCodeOf, SignInRefusal } from '../sign-in-frame.tsx'

interface ConfirmSignUpProps {
  readonly token: string
  readonly onDead: () => void
  readonly onDone: () => void
}

/** The proof that comes with the token beside the cookie of the browser, which no page reads. */
interface Proof {
  readonly password?: string
  readonly newPassword?: string
  readonly name?: string
}
type ProofForm = 'button' | 'password' | 'new'

/** Makes the account of a sign-up, by the browser that signed up, the password of the sign-up, or a new one. */
export const ConfirmSignUp = ({ token, onDead, onDone }: ConfirmSignUpProps) => {
  const words = useWaysWords().verify
  const [form, setForm] = useState<ProofForm>(pendingSignUp.is() ? 'button' : 'password')
  const confirm = useOperation(verifyEmail, {
    then: () => {
      queries.clear()
      onDone()
    },
  })
  const show = (next: ProofForm) => {
    confirm.reset()
    setForm(next)
  }
  const onError = (error: unknown) => {
    const code = errorCodeOf(error)
    if (code === 'invalid_token') onDead()
    if (code === 'password_needed') show('password')
  }
  const send = (proof: Proof) => confirm.mutate({ body: { token, ...proof } }, { onError })
  const shared = { error: confirm.error, isPending: confirm.isPending, onSend: send }
  if (form === 'new') {
    return (
      <SignInFrame title={words.newTitle} text={words.newText}>
        <NewForm {...shared} />
        <Button isFullWidth onClick={() => show('password')}>
          {words.known}
        </Button>
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={words.title} text={form === 'button' ? words.text : words.passwordText}>
      {form === 'button' ? (
        <>
          <SignInRefusal error={confirm.error} />
          <Button
            variant="primary"
            isFullWidth
            isPending={confirm.isPending}
            pendingText={words.busy}
            onClick={() => send({})}
          >
            {words.button}
          </Button>
        </>
      ) : (
        <>
          <PasswordForm {...shared} onType={() => confirm.reset()} />
          <Button isFullWidth onClick={() => show('new')}>
            {words.forgot}
          </Button>
        </>
      )}
    </SignInFrame>
  )
}

interface FormProps {
  readonly error: unknown
  readonly isPending: boolean
  readonly onSend: (proof: Proof) => void
}

const PasswordForm = ({ error, isPending, onSend, onType }: FormProps & { readonly onType: () => void }) => {
  const words = useWaysWords()
  const form = useFields(verifyEmail, {
    saved: { password: '' },
    check: ({ password }) => ({ password: password ? undefined : words.signIn.missingPassword }),
    onType,
  })
  const isWrong = errorCodeOf(error) === 'invalid_password'
  return (
    <Form error={error} onSubmit={() => form.sendTo(() => onSend(form.fields))}>
      <DraftField
        draft={form}
        field="password"
        label={words.signIn.password}
        type="password"
        autoComplete="current-password"
        wrong={isWrong ? words.verify.wrongPassword : undefined}
      />
      <SignInRefusal error={isWrong ? null : error} />
      <Button type="submit" variant="primary" isFullWidth isPending={isPending} pendingText={words.verify.busy}>
        {words.verify.button}
      </Button>
    </Form>
  )
}

const NewForm = ({ error, isPending, onSend }: FormProps) => {
  const words = useWaysWords()
  const faultOf = useShortPassword()
  const form = useFields(verifyEmail, {
    saved: { name: '', newPassword: '' },
    check: ({ name, newPassword }) => ({
      name: name.trim() ? undefined : words.fields.nameMissing,
      newPassword: faultOf(newPassword),
    }),
  })
  const { name, newPassword } = form.fields
  return (
    <Form error={error} onSubmit={() => form.sendTo(() => onSend({ name: name.trim(), newPassword }))}>
      <NameField draft={form} />
      <NewPasswordField draft={form} field="newPassword" label={words.fields.newPassword} />
      <SignInRefusal error={error} />
      <Button type="submit" variant="primary" isFullWidth isPending={isPending} pendingText={words.verify.busy}>
        {words.verify.setPassword}
      </Button>
    </Form>
  )
}
