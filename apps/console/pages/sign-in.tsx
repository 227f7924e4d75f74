import { useNavigate, useSearchParams } from 'react-router'
import { queries } from '../api/queries.ts'
import { Heading, useTitle } from '../parts/page.tsx'
import { hasPasskeys } from '../parts/passkeys.ts'
import { Refusal } from '../parts/refusal.tsx'
import { ownPlace } from '../paths.ts'
import { AlonePage } from '../shell/alone-page.tsx'
import { useWaysWords } from '../words/ways/use-words.ts'
import { PasskeyButton, PasswordForm } from './sign-in/forms.tsx'

export default function SignInPage() {
  const words = useWaysWords().signIn
  const [query] = useSearchParams()
  const enter = useEntrance(ownPlace(query.get('to')))
  useTitle(words.title)
  return (
    <AlonePage>
      <div>
        <Heading>{words.title}</Heading>
        <p>{query.has('expired') ? words.expired : `${words.text} ${location.host}`}</p>
      </div>
      {hasPasskeys ? <PasskeyButton words={words} onDone={enter} /> : null}
      <PasswordForm words={words} Failure={Refusal} onDone={enter} />
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
