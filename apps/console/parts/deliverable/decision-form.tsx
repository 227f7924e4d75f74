import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import type { ComponentType } from 'react'
import { Button } from '../button.tsx'
import { TextArea } from '../field.tsx'
import { NotDecided, ToSign } from './signature-field.tsx'
import type { DecisionForm } from './use-decision-form.ts'

const commentMost = 20_000

interface CommentProps {
  readonly form: DecisionForm
  readonly label: string
  readonly words: Readonly<Record<'optional' | 'missing', string>>
}

/** The reviewer's comment, which asking for changes needs. */
export const DecisionComment = ({ form, label, words }: CommentProps) => {
  const { comment, setComment, commentBox, isCommentMissing, decision } = form
  return (
    <div ref={commentBox}>
      <TextArea
        label={label}
        hint={words.optional}
        value={comment}
        maxLength={commentMost}
        rows={3}
        wrong={isCommentMissing ? words.missing : undefined}
        disabled={decision.prepared !== undefined}
        onChange={({ target }) => setComment(target.value)}
      />
    </div>
  )
}

interface ActionsProps {
  readonly form: DecisionForm
  readonly words: Readonly<
    Record<'signing' | 'sign' | 'withoutPasskey' | 'passkeyFailed' | 'notWhatIsShown' | 'askForChanges', string>
  > & { readonly approve: (revision: number) => string }
  /** The text of a button while a decision is sent. */
  readonly busy: string
  /** Shows an error of the server. */
  readonly Wrong: ComponentType<{ readonly error: unknown }>
}

/** The buttons that approve or ask for changes, and the statement to sign once approving needs a passkey. */
export const DecisionActions = ({ form, words, busy, Wrong }: ActionsProps) => {
  const { decision, isSigned, revision, sendBack } = form
  const { prepared, prepare, approve, error, isPending } = decision
  return (
    <>
      <NotDecided words={words} error={error} Wrong={Wrong} />
      {prepared ? (
        <ToSign words={words} deciding={decision} prepared={prepared} busy={busy} />
      ) : (
        <div className="two-buttons">
          <Button
            variant="primary"
            isPending={isPending}
            pendingText={busy}
            onClick={() => (isSigned ? prepare() : approve())}
          >
            {isSigned ? <Fingerprint className="i" aria-hidden="true" /> : null}
            {words.approve(revision)}
          </Button>
          <Button isPending={isPending} onClick={sendBack}>
            {words.askForChanges}
          </Button>
        </div>
      )}
    </>
  )
}
