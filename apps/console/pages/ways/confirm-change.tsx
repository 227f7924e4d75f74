import { Link } from 'react-router'
import { verifyEmail } from '../../../../domains/accounts/people/contract/sign-in/sign-ups.ts'
import { useOperation } from '../../api/use-operation.ts'
import { paths } from '../../paths.ts'
import { useWaysWords } from '../../words/ways/use-words.ts'
import { codeOf } from './code-of.ts'
import { SignInForms } from './sign-in-forms.tsx'
import { WayPage } from './way-page.tsx'
import { WayRefusal } from './way-refusal.tsx'

/** Gives an account another address, in the session of its person; anybody else is asked to sign in as that person. */
export const ConfirmChange = ({ token }: { readonly token: string }) => {
  const words = useWaysWords()
  const change = useOperation(verifyEmail)
  if (change.isSuccess) {
    return (
      <WayPage title={words.change.done} text={words.change.doneText}>
        <Link className="btn primary full" to={paths.settingsOf('security')} reloadDocument>
          {words.goOn}
        </Link>
      </WayPage>
    )
  }
  if (codeOf(change.error) === 'sign_in_first') {
    return (
      <WayPage title={words.change.whoTitle} text={words.change.whoText}>
        <SignInForms words={words.signIn} Failure={WayRefusal} onDone={() => change.reset()} />
      </WayPage>
    )
  }
  return (
    <WayPage title={words.change.title} text={words.change.text}>
      <WayRefusal error={change.error} />
      <button
        type="button"
        className="btn primary full"
        disabled={change.isPending}
        onClick={() => change.mutate({ body: { token } })}
      >
        {change.isPending ? words.change.busy : words.change.title}
      </button>
    </WayPage>
  )
}
