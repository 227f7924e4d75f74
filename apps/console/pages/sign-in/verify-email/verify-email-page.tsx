import { useState } from 'react'
import { sendVerificationEmail } from '../../../../../domains/accounts/people/contract/sign-in/sign-ups.ts'
import { LinkButton } from '../../../parts/button.tsx'
import { paths } from '../../../paths.ts'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { AskForLink } from '../request-link.tsx'
import { ConfirmChange } from './confirm-email-change.tsx'
import { ConfirmSignUp } from './confirm-sign-up.tsx'
import { PasskeyOffer } from '../passkey-offer.tsx'
import { pendingSignUp } from '../pending-sign-up.ts'
import { useLinkToken } from '../use-link-token.ts'
import { SignInFrame } from '../sign-in-frame.tsx'

type Step = 'link' | 'dead' | 'in' | 'goOn'

/** Proves an address with the token of a letter, after a press: opening the link changes nothing. */
export const VerifyEmailPage = () => {
  const words = useWaysWords()
  const { token, forget } = useLinkToken()
  const [step, setStep] = useState<Step>('link')
  if (step === 'in') return <PasskeyOffer title={words.verify.done} onDone={() => setStep('goOn')} />
  if (step === 'goOn') return <Confirmed />
  if (!token || step === 'dead') {
    return <AskForLink words={words.verify} operation={sendVerificationEmail} isDead={token !== ''} />
  }
  // The link of another address is a signed text of three parts; that of a sign-up has two.
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

const Confirmed = () => {
  const words = useWaysWords()
  return (
    <SignInFrame title={words.verify.done} text={words.verify.doneText}>
      <LinkButton variant="primary" isFullWidth to={paths.home} reloadDocument>
        {words.goOn}
      </LinkButton>
    </SignInFrame>
  )
}
