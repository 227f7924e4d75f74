import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { Button } from '../forms/button.tsx'
import { inputOf } from '../forms/draft-field.tsx'
import { TextArea } from '../forms/field.tsx'
import { NotDecided, ToSign } from './signature-field.tsx'
import type { DecisionForm } from './use-decision-form.ts'
import './two-buttons.css'

interface CommentProps {
  readonly form: DecisionForm
  readonly label: string
  readonly hint?: string
  /** The label once the reviewer asks for changes, which needs the comment. */
  readonly labelOfChanges: string
}

/** The reviewer's comment, which asking for changes needs. */
export const DecisionComment = ({
  form: { draft, commentBox, decision, isAsking },
  label,
  hint,
  labelOfChanges,
}: CommentProps) => (
  <div ref={commentBox}>
    <TextArea
      {...inputOf(draft, 'comment')}
      label={isAsking ? labelOfChanges : label}
      {...(!isAsking && hint !== undefined && { hint })}
      rows={3}
      disabled={decision.prepared !== undefined}
    />
  </div>
)

/** The text and the button before an approval without a signature is sent. */
interface ConfirmWords {
  readonly sentence: string
  readonly yes: string
  readonly back: string
}

interface ActionsProps {
  readonly form: DecisionForm
  /** Asks once before an approval is sent; a signed approval shows its statement instead. */
  readonly confirm?: ConfirmWords
  readonly words: Readonly<
    Record<'signing' | 'sign' | 'withoutPasskey' | 'passkeyFailed' | 'notWhatIsShown' | 'askForChanges', string>
  > & { readonly approve: (revision: number) => string }
  /** The text of a button while a decision is sent. */
  readonly busy: string
  /** Shows an error of the server. */
  readonly Wrong: ComponentType<{ readonly error: unknown }>
}

/** The buttons that approve or ask for changes, and the statement to sign once approving needs a passkey. */
export const DecisionActions = ({ form, confirm, words, busy, Wrong }: ActionsProps) => {
  const { decision, isSigned, revision, sendBack } = form
  const { prepared, prepare, approve, error, isPending } = decision
  const [isConfirming, setConfirming] = useState(false)
  const approveOrAsk = () => (confirm ? setConfirming(true) : approve())
  return (
    <>
      <NotDecided words={words} error={error} Wrong={Wrong} />
      {prepared ? (
        <ToSign words={words} deciding={decision} prepared={prepared} busy={busy} />
      ) : confirm && isConfirming ? (
        <ConfirmApproval
          words={confirm}
          busy={busy}
          isPending={isPending}
          onApprove={() => approve()}
          onBack={() => setConfirming(false)}
        />
      ) : (
        <div className="two-buttons">
          <Button
            variant="primary"
            isPending={isPending}
            pendingText={busy}
            onClick={() => (isSigned ? prepare() : approveOrAsk())}
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

interface ConfirmApprovalProps {
  readonly words: ConfirmWords
  readonly busy: string
  readonly isPending: boolean
  readonly onApprove: () => void
  readonly onBack: () => void
}

/** The sentence that names the approved version, and the button that sends it. */
const ConfirmApproval = ({ words, busy, isPending, onApprove, onBack }: ConfirmApprovalProps) => {
  const sentence = useRef<HTMLParagraphElement>(null)
  // Later, the focus would be taken from a button that the reader has reached by then.
  useLayoutEffect(() => sentence.current?.focus(), [])
  return (
    <>
      <p ref={sentence} tabIndex={-1} dir="auto">
        <b>{words.sentence}</b>
      </p>
      <div className="two-buttons">
        <Button variant="primary" isPending={isPending} pendingText={busy} onClick={onApprove}>
          {words.yes}
        </Button>
        <Button disabled={isPending} onClick={onBack}>
          {words.back}
        </Button>
      </div>
    </>
  )
}
