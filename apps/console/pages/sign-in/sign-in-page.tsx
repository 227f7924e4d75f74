import { Link, useNavigate, useSearchParams } from 'react-router'
import { queries } from '../../api/queries.ts'
import { ownPlace, paths } from '../../paths.ts'
import { useWaysWords } from '../../words/sign-in/index.ts'
import { SignInForms } from './sign-in-forms.tsx'
import { WayPage } from './sign-in-frame.tsx'
import { WayRefusal } from './sign-in-refusal.tsx'

export const SignInPage = () => {
  const words = useWaysWords().signIn
  const [query] = useSearchParams()
  const enter = useEntrance(ownPlace(query.get('to')))
  return (
    <WayPage title={words.title} text={query.has('expired') ? words.expired : `${words.text} ${location.host}`}>
      <SignInForms words={words} Failure={WayRefusal} onDone={enter} />
      <Link className="link" to={paths.signUp}>
        {words.signUp}
      </Link>
    </WayPage>
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
