import { verifyEmail } from '../../../../../domains/accounts/people/contract/sign-in/sign-ups.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../parts/button.tsx'
import { paths } from '../../../paths.ts'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { errorCodeOf } from '../error-code.ts'
import { SignInForms } from '../sign-in-forms.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import { SignInRefusal } from '../sign-in-refusal.tsx'

/**
 * Changes the address of an account, in the session of its person; every other person is asked to sign in as its
 * person.
 */
export const ConfirmChange = ({ token }: { readonly token: string }) => {
  const words = useWaysWords()
  const change = useOperation(verifyEmail)
  if (change.isSuccess) {
    return (
      <SignInFrame title={words.change.done} text={words.change.doneText}>
        <LinkButton variant="primary" isFullWidth to={paths.settingsOf('security')} reloadDocument>
          {words.goOn}
        </LinkButton>
      </SignInFrame>
    )
  }
  if (errorCodeOf(change.error) === 'sign_in_first') {
    return (
      <SignInFrame title={words.change.whoTitle} text={words.change.whoText}>
        <SignInForms words={words.signIn} Failure={SignInRefusal} onDone={() => change.reset()} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame title={words.change.title} text={words.change.text}>
      <SignInRefusal error={change.error} />
      <Button
        variant="primary"
        isFullWidth
        isPending={change.isPending}
        pendingText={words.change.busy}
        onClick={() => change.mutate({ body: { token } })}
      >
        {words.change.title}
      </Button>
    </SignInFrame>
  )
}
