import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import type { ComponentType } from 'react'
import { Button } from '../forms/button.tsx'
import type { PreparedDecision } from './sign-snapshot.ts'
import { StatementMismatch, type useDeliverableDecision } from './use-deliverable-decision.ts'
import './two-buttons.css'

interface ToSignProps {
  readonly words: Readonly<Record<'signing' | 'sign' | 'withoutPasskey', string>>
  /** The button's text while the signature is on its way. */
  readonly busy: string
  readonly deciding: ReturnType<typeof useDeliverableDecision>
  readonly prepared: PreparedDecision
}

/** The sentence that is signed, as it is signed, beside the button that asks for the passkey. */
export const ToSign = ({ words, busy, deciding: { isPending, sign, approve }, prepared }: ToSignProps) => (
  <div className="stack-16" role="status">
    <p className="small quiet">{words.signing}</p>
    <blockquote className="told" dir="auto" lang="en">
      {prepared.text}
    </blockquote>
    <div className="two-buttons">
      <Button
        variant="primary"
        icon={Fingerprint}
        isPending={isPending}
        pendingText={busy}
        onClick={() => sign(prepared)}
      >
        {words.sign}
      </Button>
      <Button isPending={isPending} onClick={approve}>
        {words.withoutPasskey}
      </Button>
    </div>
  </div>
)

interface NotDecidedProps {
  readonly words: Readonly<Record<'passkeyFailed' | 'notWhatIsShown', string>>
  readonly error: unknown
  /** Shows the server's refusal. */
  readonly Wrong: ComponentType<{ readonly error: unknown }>
}

/** Why nothing was decided: the device's own refusals have no code of the server. */
export const NotDecided = ({ words, error, Wrong }: NotDecidedProps) => {
  if (error instanceof DOMException) return <p role="alert">{words.passkeyFailed}</p>
  if (error instanceof StatementMismatch) return <p role="alert">{words.notWhatIsShown}</p>
  return <Wrong error={error} />
}
