import { useState } from 'react'
import { Button } from '../../../parts/forms/button.tsx'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { useAgency } from '../use-agency.ts'
import { SignInForms } from '../sign-in-forms.tsx'
import { SignUpForm } from '../sign-up/sign-up-form.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import { SignInRefusal } from '../sign-in-refusal.tsx'

interface SignInToJoinProps {
  readonly title: string
  readonly hasAccount: boolean
  /** Looks who is signed in now. */
  readonly onEntered: () => Promise<unknown>
}

type Step = 'sign-in' | 'sign-up' | { readonly sentTo: string }

/** Makes an account for who accepts an invitation, or signs them in. Most people that are invited have no account. */
export const SignInToJoin = ({ title, hasAccount, onEntered }: SignInToJoinProps) => {
  const { signIn, signUp, join } = useWaysWords()
  const agency = useAgency()
  const [step, setStep] = useState<Step>(hasAccount ? 'sign-in' : 'sign-up')
  if (step === 'sign-in') {
    return (
      <SignInFrame title={title} text={join.signInText}>
        <SignInForms words={signIn} agency={agency?.slug} Failure={SignInRefusal} onDone={onEntered} />
        <Button isFullWidth onClick={() => setStep('sign-up')}>
          {signIn.signUp}
        </Button>
      </SignInFrame>
    )
  }
  if (step === 'sign-up') {
    return (
      <SignInFrame title={title} text={join.signUpText}>
        <SignUpForm hint={agency ? join.byLetter.nameHint : undefined} onSent={(sentTo) => setStep({ sentTo })} />
        <Button isFullWidth onClick={() => setStep('sign-in')}>
          {signUp.known}
        </Button>
      </SignInFrame>
    )
  }
  return <WaitForMail sentTo={step.sentTo} onEntered={onEntered} onBack={() => setStep('sign-up')} />
}

interface WaitForMailProps extends Pick<SignInToJoinProps, 'onEntered'> {
  readonly sentTo: string
  readonly onBack: () => void
}

const WaitForMail = ({ sentTo, onEntered, onBack }: WaitForMailProps) => {
  const { link, join } = useWaysWords()
  const [hasLooked, setLooked] = useState(false)
  return (
    <SignInFrame title={link.sent} text={join.mailText(sentTo)}>
      {hasLooked ? (
        <p className="note wait" role="alert">
          {join.notYet}
        </p>
      ) : null}
      <Button variant="primary" isFullWidth onClick={() => void onEntered().then(() => setLooked(true))}>
        {join.confirmed}
      </Button>
      <Button isFullWidth onClick={onBack}>
        {link.another}
      </Button>
    </SignInFrame>
  )
}
