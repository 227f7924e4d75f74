import { useState } from 'react'
import { signUp } from '../../../../../domains/accounts/people/contract/sign-in/sign-ups.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { errorCodeOf } from '../error-code.ts'
import { EmailField } from '../email-field.tsx'
import { Form } from '../../../parts/form.tsx'
import { NameField } from '../name-field.tsx'
import { isLongEnough, NewPasswordField } from '../new-password-field.tsx'
import { pendingSignUp } from '../pending-sign-up.ts'
import { SignInRefusal } from '../sign-in-refusal.tsx'

/** Asks for an account. The answer is the same for an address that has one; its person gets a mail. */
export const SignUpForm = ({ onSent }: { readonly onSent: (email: string) => void }) => {
  const words = useWaysWords()
  const [values, setValues] = useState({ name: '', email: '', password: '' })
  const [isChecked, setChecked] = useState(false)
  const email = values.email.trim()
  const ask = useOperation(signUp, {
    then: () => {
      pendingSignUp.keep()
      onSent(email)
    },
  })
  const set = (changed: Partial<typeof values>) => {
    ask.reset()
    setValues({ ...values, ...changed })
  }
  const submit = () => {
    setChecked(true)
    const { password } = values
    const name = values.name.trim()
    if (name && email && isLongEnough(password)) ask.mutate({ body: { name, email, password } })
  }
  const isNoAddress = errorCodeOf(ask.error) === 'invalid_email'
  return (
    <Form error={ask.error} onSubmit={submit}>
      <NameField value={values.name} isChecked={isChecked} onChange={(typed) => set({ name: typed })} />
      <EmailField
        value={values.email}
        isChecked={isChecked}
        isNoAddress={isNoAddress}
        onChange={(typed) => set({ email: typed })}
      />
      <NewPasswordField
        name="password"
        label={words.fields.password}
        value={values.password}
        isChecked={isChecked}
        onChange={(password) => set({ password })}
      />
      <SignInRefusal error={isNoAddress ? null : ask.error} />
      <Button type="submit" variant="primary" isFullWidth isPending={ask.isPending} pendingText={words.signUp.busy}>
        {words.signUp.button}
      </Button>
    </Form>
  )
}
