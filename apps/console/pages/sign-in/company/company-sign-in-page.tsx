import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Button } from '../../../parts/button.tsx'
import { useCompanySignIn } from '../../../parts/company/use-company-sign-in.ts'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { ownPath, paths } from '../../../paths.ts'
import { useCompanyWords } from '../../../words/company/index.ts'
import { SignInFrame } from '../sign-in-frame.tsx'

/** Asks for the address, whose domain selects the company's page that comes next. */
export const CompanySignInPage = () => {
  const words = useCompanyWords()
  const [query] = useSearchParams()
  const to = query.get('to') ?? undefined
  const [email, setEmail] = useState('')
  const [isChecked, setChecked] = useState(false)
  const begin = useCompanySignIn(ownPath(query.get('to')))
  const submit = () => {
    setChecked(true)
    if (email.trim()) begin.mutate({ email: email.trim() })
  }
  return (
    <SignInFrame title={words.title} text={words.text}>
      <Form error={begin.error} onSubmit={submit}>
        <TextField
          label={words.email}
          type="email"
          name="email"
          autoComplete="username"
          value={email}
          wrong={isChecked && !email.trim() ? words.missingEmail : undefined}
          onChange={(event) => setEmail(event.target.value)}
        />
        <Refusal error={begin.error} />
        <Button type="submit" variant="primary" isFullWidth isPending={begin.isPending} pendingText={words.busy}>
          {words.goOn}
        </Button>
      </Form>
      <Link className="link" to={paths.signIn(to)}>
        {words.another}
      </Link>
    </SignInFrame>
  )
}
