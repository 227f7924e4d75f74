import { verifyEmail } from '../../../../../domains/accounts/people/contract/sign-in/sign-ups.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../parts/button.tsx'
import { paths } from '../../../paths.ts'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { codeOf } from '../error-code.ts'
import { SignInForms } from '../sign-in-forms.tsx'
import { WayPage } from '../sign-in-frame.tsx'
import { WayRefusal } from '../sign-in-refusal.tsx'

/** Gives an account another address, in the session of its person; anybody else is asked to sign in as that person. */
export const ConfirmChange = ({ token }: { readonly token: string }) => {
  const words = useWaysWords()
  const change = useOperation(verifyEmail)
  if (change.isSuccess) {
    return (
      <WayPage title={words.change.done} text={words.change.doneText}>
        <LinkButton variant="primary" isFullWidth to={paths.settingsOf('security')} reloadDocument>
          {words.goOn}
        </LinkButton>
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
      <Button
        variant="primary"
        isFullWidth
        isPending={change.isPending}
        pendingText={words.change.busy}
        onClick={() => change.mutate({ body: { token } })}
      >
        {words.change.title}
      </Button>
    </WayPage>
  )
}
