import { signUpByPortalInvitation } from '../../../../../domains/accounts/clients/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { Form } from '../../../parts/form.tsx'
import { useFields } from '../../../parts/use-form.ts'
import { useWaysWords } from '../../../words/sign-in/index.ts'
import { errorCodeOf } from '../error-code.ts'
import { NameField } from '../name-field.tsx'
import { SignInFrame } from '../sign-in-frame.tsx'
import { SignInRefusal } from '../sign-in-refusal.tsx'
import type { Invitation } from './accept-invitation.tsx'

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

/** Brings in who opened the link of the letter and has no account: a name, one press. */
export const JoinByLetter = ({ invitation, title, onHasAccount, ...given }: JoinByLetterProps) => {
  const words = useWaysWords().join.byLetter
  const { form, submit, isPending, error } = useJoin(invitation, given)
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

type Joining = Pick<JoinByLetterProps, 'token' | 'letterToken' | 'onJoined' | 'onEntered'>

const useJoin = (invitation: Invitation, { token, letterToken, onJoined, onEntered }: Joining) => {
  const missing = useWaysWords().fields.nameMissing
  const form = useFields(signUpByPortalInvitation, { saved: { name: '' }, missing })
  const accept = invitation.useAccept(onJoined, onEntered)
  const signUp = useOperation(signUpByPortalInvitation, { then: () => accept.mutate({ params: { token } }) })
  const name = form.fields.name.trim()
  const submit = () => form.sendTo(() => signUp.mutate({ body: { token, letterToken, name } }))
  const isPending = signUp.isPending || accept.isPending
  return { form, submit, isPending, error: signUp.error ?? accept.error }
}
