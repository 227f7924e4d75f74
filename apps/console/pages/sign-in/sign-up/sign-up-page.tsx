import { useState } from 'react'
import { TextLink } from '../../../parts/text/text-link.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { paths } from '../../../paths.ts'
import { useCompanyWords } from '../../../words/company/index.ts'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { SignUpForm } from './sign-up-form.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import '../sign-in-forms.css'

/** Asks for an account; the link in the mail makes it. */
export const SignUpPage = () => {
  const words = useWaysWords()
  const company = useCompanyWords()
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo !== undefined)
    return (
      <SignInFrame title={words.link.sent} text={words.signUp.sentText(sentTo)}>
        <Button isFullWidth onClick={() => setSentTo(undefined)}>
          {words.link.another}
        </Button>
      </SignInFrame>
    )
  return (
    <SignInFrame title={words.signUp.title} text={words.signUp.text}>
      <SignUpForm onSent={setSentTo} />
      <div className="line wrap sign-in-links">
        <TextLink to={paths.signIn()}>{words.signUp.known}</TextLink>
        <TextLink to={paths.companySignIn()}>{company.with}</TextLink>
      </div>
    </SignInFrame>
  )
}
