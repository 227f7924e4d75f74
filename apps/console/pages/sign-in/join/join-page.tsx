import { useState } from 'react'
import { acceptPortalInvitation, signUpByPortalInvitation } from '../../../../../domains/accounts/clients/contract.ts'
import { getSession } from '../../../../../domains/accounts/people/contract/sign-in.ts'
import { acceptMemberInvitation } from '../../../../../domains/accounts/workspaces/contract.ts'
import { useLateReply, useOperation } from '../../../api/use-operation.ts'
import { paths } from '../../../paths.ts'
import { portalPaths } from '../../../portal-paths.ts'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { NameField } from '../account-fields.tsx'
import { AcceptInvitation, openConsole, type Invitation, SignInToJoin } from './accept-invitation.tsx'
import { useAgency } from '../use-agency.ts'
import { PasskeyOffer } from '../passkey-offer.tsx'
import { useLinkToken } from '../use-link-token.ts'
import { SignInFrame, errorCodeOf, SignInRefusal } from '../sign-in-frame.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { useFields } from '../../../parts/forms/use-form.ts'

const useAcceptPortal: Invitation['useAccept'] = (onJoined, onRefused) => {
  const accept = useOperation(acceptPortalInvitation, {
    then: ({ identity }) => onJoined(portalPaths.home(identity.slug)),
  })
  return { ...accept, mutate: (input) => accept.mutate(input, { ...(onRefused && { onError: onRefused }) }) }
}

const member: Invitation = {
  kind: 'member',
  inside: paths.home,
  useAccept: (onJoined) => useOperation(acceptMemberInvitation, { then: () => onJoined(paths.home) }),
}
const portal: Invitation = { kind: 'portal', inside: portalPaths.choose, useAccept: useAcceptPortal }

export const JoinPage = () => <Join invitation={member} />
export const JoinPortalPage = () => <Join invitation={portal} />

/**
 * Accepts the invitation whose token the link has, for a person who is signed in, signs in here, or makes an account
 * first.
 */
const Join = ({ invitation }: { readonly invitation: Invitation }) => {
  const { link, join } = useWaysWords()
  const words = join[invitation.kind]
  const title = words.title(useAgency()?.name)
  const { token: linkToken, forget } = useLinkToken()
  // The link of the letter has a second token, which proves that it was read; a link that was passed on has none.
  const [token = '', letterToken] = linkToken.split('.')
  const [hasAccount, setHasAccount] = useState(false)
  const [joinedTo, setJoinedTo] = useState<string>()
  // A person who comes back from the mail in another tab is signed in by now.
  const { data, error, refetch } = useLateReply(getSession, {}, { refetchOnWindowFocus: 'always' })
  if (joinedTo !== undefined) return <PasskeyOffer title={words.joined} onDone={() => openConsole(joinedTo)} />
  if (!token) return <SignInFrame title={link.notWhole} text={join.notWholeText} isAlert />
  if (!data) {
    return (
      <SignInFrame title={title}>
        <SignInRefusal error={error} />
      </SignInFrame>
    )
  }
  const joined = (to: string) => {
    forget()
    // A client is asked to add a passkey after the first approval.
    if (invitation.kind === 'portal') openConsole(to)
    else setJoinedTo(to)
  }
  if (!data.user && invitation.kind === 'portal' && letterToken && !hasAccount) {
    return (
      <JoinByLetter
        invitation={invitation}
        title={title}
        token={token}
        letterToken={letterToken}
        onJoined={joined}
        onEntered={() => void refetch()}
        onHasAccount={() => setHasAccount(true)}
      />
    )
  }
  if (!data.user) return <SignInToJoin title={title} hasAccount={hasAccount} onEntered={() => refetch()} />
  const { email } = data.user
  return (
    <AcceptInvitation
      key={email}
      invitation={invitation}
      title={title}
      email={email}
      token={token}
      onJoined={joined}
      onLeave={() => setHasAccount(true)}
    />
  )
}

interface JoinByLetterProps {
  readonly invitation: Invitation
  readonly title: string
  readonly token: string
  readonly letterToken: string
  readonly onJoined: (to: string) => void
  /** After the person is signed in, when the invitation itself was refused. */
  readonly onEntered: () => void
  readonly onHasAccount: () => void
}

/** Makes an account with a name and one press, for a person who opened the link of the letter and has no account. */
const JoinByLetter = (props: JoinByLetterProps) => {
  const { invitation, title, token, letterToken, onJoined, onEntered, onHasAccount } = props
  const { fields, join } = useWaysWords()
  const words = join.byLetter
  const form = useFields(signUpByPortalInvitation, { saved: { name: '' }, missing: fields.nameMissing })
  const accept = invitation.useAccept(onJoined, onEntered)
  const signUp = useOperation(signUpByPortalInvitation, { then: () => accept.mutate({ params: { token } }) })
  const name = form.fields.name.trim()
  const submit = () => form.sendTo(() => signUp.mutate({ body: { token, letterToken, name } }))
  const isPending = signUp.isPending || accept.isPending
  const error = signUp.error ?? accept.error
  const code = errorCodeOf(error)
  return (
    <SignInFrame title={title} text={words.text}>
      <Form error={error} onSubmit={submit}>
        <NameField draft={form} hint={words.nameHint} />
        {code === 'invalid_token' || code === 'address_has_account' ? (
          <div className="note wait" role="alert">
            <div>
              <b>{words.refused[code].title}</b>
              <div>{words.refused[code].text}</div>
            </div>
          </div>
        ) : (
          <SignInRefusal error={error} />
        )}
        <Button type="submit" variant="primary" isFullWidth isPending={isPending} pendingText={words.busy}>
          {words.button}
        </Button>
      </Form>
      <Button isFullWidth onClick={onHasAccount}>
        {words.hasAccount}
      </Button>
    </SignInFrame>
  )
}
