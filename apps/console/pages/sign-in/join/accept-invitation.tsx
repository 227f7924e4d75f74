import { getSession } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { queries } from '../../../api/queries.ts'
import { useSignOut } from '../../../api/use-sign-out.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { SignInFrame, errorCodeOf, SignInRefusal } from '../sign-in-frame.tsx'
import { useState } from 'react'
import { useAgency } from '../use-agency.ts'
import { SignInForms } from '../sign-in-forms.tsx'
import { SignUpForm } from '../sign-up/sign-up-form.tsx'

export interface Invitation {
  readonly kind: 'member' | 'portal'
  /** The page for a person who is already a member. */
  readonly inside: string
  /** Accepts it, and returns the next page, or the refusal. */
  readonly useAccept: (
    onJoined: (to: string) => void,
    onRefused?: () => void,
  ) => {
    readonly mutate: (input: { readonly params: { readonly token: string } }) => void
    readonly error: unknown
    readonly isPending: boolean
  }
}

/** Opens the console with everything reread: reads as another person, or from before the invitation, are useless. */
export const openConsole = (to: string): void => location.assign(`/console${to}`)

interface AcceptInvitationProps {
  readonly invitation: Invitation
  readonly title: string
  /** Address of the signed-in person. */
  readonly email: string
  readonly token: string
  readonly onJoined: (to: string) => void
  readonly onLeave: () => void
}

/** Accepts as who is signed in; an invitation for another address leads to another account. */
export const AcceptInvitation = ({ invitation, title, email, token, onJoined, onLeave }: AcceptInvitationProps) => {
  const { join, goOn } = useWaysWords()
  const accept = invitation.useAccept(onJoined)
  const leave = useSignOut(() => {
    onLeave()
    return queries.invalidateQueries({ queryKey: [getSession.id] })
  })
  const isElsewhere = accept.error instanceof RefusedError && accept.error.status === 404
  const isInside = ['invitation_accepted', 'already_member'].includes(errorCodeOf(accept.error) ?? '')
  return (
    <SignInFrame title={title} text={join.signedIn(email)}>
      {isElsewhere ? (
        // The server reveals no invitation of another person.
        <div className="note bad" role="alert">
          <div>
            <b>{join.absent}</b>
            <div>{join.absentText}</div>
          </div>
        </div>
      ) : (
        <SignInRefusal error={accept.error} />
      )}
      <SignInRefusal error={leave.error} />
      {isInside ? (
        <Button variant="primary" isFullWidth onClick={() => openConsole(invitation.inside)}>
          {goOn}
        </Button>
      ) : null}
      {isInside || isElsewhere ? null : (
        <Button
          variant="primary"
          isFullWidth
          isPending={accept.isPending}
          pendingText={join.accepting}
          onClick={() => accept.mutate({ params: { token } })}
        >
          {join.accept}
        </Button>
      )}
      <Button
        isFullWidth
        variant={isElsewhere ? 'primary' : 'outline'}
        isPending={leave.isPending}
        onClick={() => leave.mutate({})}
      >
        {join.another}
      </Button>
    </SignInFrame>
  )
}

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
