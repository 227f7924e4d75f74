import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { useAgency } from '../use-agency.ts'
import { SignInForms } from '../sign-in-forms.tsx'
import { SignUpForm } from '../sign-up/sign-up-form.tsx'
import { WayPage } from '../sign-in-frame.tsx'
import { WayRefusal } from '../sign-in-refusal.tsx'

interface EnterToJoinProps {
  readonly title: string
  /** Looks who is signed in now. */
  readonly onEntered: () => Promise<unknown>
}

type Step = 'sign-in' | 'sign-up' | { readonly sentTo: string }

/** Signs in who accepts an invitation, or makes an account for them first. */
export const EnterToJoin = ({ title, onEntered }: EnterToJoinProps) => {
  const { signIn, signUp, join } = useWaysWords()
  const agency = useAgency()
  const [step, setStep] = useState<Step>('sign-in')
  if (step === 'sign-in') {
    return (
      <WayPage title={title} text={join.signInText}>
        <SignInForms words={signIn} agency={agency?.slug} Failure={WayRefusal} onDone={onEntered} />
        <Button isFullWidth onClick={() => setStep('sign-up')}>
          {signIn.signUp}
        </Button>
      </WayPage>
    )
  }
  if (step === 'sign-up') {
    return (
      <WayPage title={signUp.title} text={join.signUpText}>
        <SignUpForm onSent={(sentTo) => setStep({ sentTo })} />
        <Button isFullWidth onClick={() => setStep('sign-in')}>
          {signUp.known}
        </Button>
      </WayPage>
    )
  }
  return <WaitForMail sentTo={step.sentTo} onEntered={onEntered} onBack={() => setStep('sign-up')} />
}

interface WaitForMailProps extends Pick<EnterToJoinProps, 'onEntered'> {
  readonly sentTo: string
  readonly onBack: () => void
}

const WaitForMail = ({ sentTo, onEntered, onBack }: WaitForMailProps) => {
  const { link, join } = useWaysWords()
  const [hasLooked, setLooked] = useState(false)
  return (
    <WayPage title={link.sent} text={join.mailText(sentTo)}>
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
    </WayPage>
  )
}
