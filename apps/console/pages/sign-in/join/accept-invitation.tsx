import { getSession } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { RefusedError } from '../../../../../platform/client/index.ts'
import { queries } from '../../../api/queries.ts'
import { useSignOut } from '../../../api/use-sign-out.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { SignInFrame } from '../sign-in-frame.tsx'
import { errorCodeOf, SignInRefusal } from '../sign-in-refusal.tsx'

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
