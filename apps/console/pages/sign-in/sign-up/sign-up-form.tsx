import type { ComponentProps } from 'react'
import { signUp } from '../../../../../domains/accounts/people/contract/sign-in/sign-ups.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { EmailField, NameField, NewPasswordField, useShortPassword } from '../account-fields.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'
import { pendingSignUp } from '../pending-sign-up.ts'
import { errorCodeOf, SignInRefusal } from '../sign-in-frame.tsx'

interface SignUpFormProps extends Pick<ComponentProps<typeof NameField>, 'hint'> {
  readonly onSent: (email: string) => void
}

/** Asks for an account. The answer is the same for an address that has one; its person gets a mail. */
export const SignUpForm = ({ onSent, hint }: SignUpFormProps) => {
  const words = useWaysWords()
  const faultOf = useShortPassword()
  const form = useForm(signUp, {
    saved: { name: '', email: '', password: '' },
    missing: words.fields.nameMissing,
    check: ({ email, password }) => ({
      ...(!email.trim() && { email: words.signIn.missingEmail }),
      password: faultOf(password),
    }),
    resetsOnTyping: true,
    body: ({ name, email, password }) => ({ name: name.trim(), email: email.trim(), password }),
    then: (_reply, { email }) => {
      pendingSignUp.keep()
      onSent(email.trim())
    },
  })
  const isNoAddress = errorCodeOf(form.error) === 'invalid_email'
  return (
    <Form error={form.error} onSubmit={form.submit}>
      <NameField draft={form} hint={hint} />
      <EmailField draft={form} isNoAddress={isNoAddress} />
      <NewPasswordField draft={form} field="password" label={words.fields.password} />
      <SignInRefusal error={isNoAddress ? null : form.error} />
      <Button type="submit" variant="primary" isFullWidth isPending={form.isPending} pendingText={words.signUp.busy}>
        {words.signUp.button}
      </Button>
    </Form>
  )
}
