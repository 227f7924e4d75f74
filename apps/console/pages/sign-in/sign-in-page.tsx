import { useNavigate, useSearchParams } from 'react-router'
import { TextLink } from '../../parts/text/text-link.tsx'
import { queries } from '../../api/queries.ts'
import { LinkButton } from '../../parts/forms/button.tsx'
import { ownPath, paths } from '../../paths.ts'
import { useCompanyWords } from '../../words/company/index.ts'
import { useWaysWords } from '../../words/sign-in/index.ts'
import { SignInForms } from './sign-in-forms.tsx'
import { SignInFrame, SignInRefusal } from './sign-in-frame.tsx'

/** Signs a person in, and continues to the page that they wanted. */
export const SignInPage = () => {
  const words = useWaysWords().signIn
  const company = useCompanyWords()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const enter = () => {
    // Data of an earlier person is forgotten.
    queries.clear()
    return navigate(ownPath(query.get('to')), { replace: true })
  }
  return (
    <SignInFrame title={words.title} text={query.has('expired') ? words.expired : `${words.text} ${location.host}`}>
      <SignInForms
        words={words}
        Failure={SignInRefusal}
        otherWay={
          <LinkButton isFullWidth to={paths.companySignIn(query.get('to') ?? undefined)}>
            {company.with}
          </LinkButton>
        }
        onDone={enter}
      >
        <TextLink to={paths.signUp}>{words.signUp}</TextLink>
      </SignInForms>
    </SignInFrame>
  )
}
