import { useState } from 'react'
import { sendVerificationEmail, verifyEmail } from '../../../../../domains/accounts/people/contract/sign-in/sign-ups.ts'
import { LinkButton, Button } from '../../../parts/forms/button.tsx'
import { paths } from '../../../paths.ts'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { AskForLink } from '../request-link.tsx'
import { ConfirmSignUp } from './confirm-sign-up.tsx'
import { PasskeyOffer } from '../passkey-offer.tsx'
import { pendingSignUp } from '../pending-sign-up.ts'
import { useLinkToken } from '../use-link-token.ts'
import { SignInFrame, errorCodeOf, SignInRefusal } from '../sign-in-frame.tsx'
import { useOperation } from '../../../api/use-operation.ts'
import { SignInForms } from '../sign-in-forms.tsx'

type Step = 'link' | 'dead' | 'in' | 'goOn'

/** Proves an address with the token of a letter, after a press: opening the link changes nothing. */
export const VerifyEmailPage = () => {
  const words = useWaysWords()
  const { token, forget } = useLinkToken()
  const [step, setStep] = useState<Step>('link')
  if (step === 'in') return <PasskeyOffer title={words.verify.done} onDone={() => setStep('goOn')} />
  if (step === 'goOn') {
    return (
      <SignInFrame title={words.verify.done} text={words.verify.doneText}>
        <LinkButton variant="primary" isFullWidth to={paths.home} reloadDocument>
          {words.goOn}
        </LinkButton>
      </SignInFrame>
    )
  }
  if (!token || step === 'dead') {
    return <AskForLink words={words.verify} operation={sendVerificationEmail} isDead={token !== ''} />
  }
  // The token for another address is a signed text of three parts; the token of a sign-up has two parts.
  if (token.split('.').length === 3) return <ConfirmChange token={token} />
  return (
    <ConfirmSignUp
      token={token}
      onDead={() => setStep('dead')}
      onDone={() => {
        pendingSignUp.forget()
        forget()
        setStep('in')
      }}
    />
  )
}

/**
 * Changes the address of an account, in the session of its person; every other person is asked to sign in as its
 * person.
 */
const ConfirmChange = ({ token }: { readonly token: string }) => {
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
