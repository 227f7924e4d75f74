import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import { TextArea } from '../../../parts/field.tsx'
import type { Prepared } from '../../../parts/published/sign.ts'
import { NotMeant, useDecision } from '../../../parts/published/use-decision.ts'
import { useKeptText } from '../../../parts/use-kept-text.ts'
import type { Approval } from '../../../parts/published/approvals.ts'
import { useAgency } from '../../parts/agency.tsx'
import { Wrong } from '../../parts/wrong.tsx'
import { useCallIn, usePlace } from '../../place.ts'
import { usePortalWords } from '../../words/use-words.ts'

const commentMost = 20_000
const hasPasskeys = 'PublicKeyCredential' in globalThis

/** The answer to what is shown: a word to the agency, and two buttons that stay at the bottom edge. */
export const Answer = ({ approval }: { readonly approval: Approval }) => {
  const words = usePortalWords().thing
  const agency = useAgency()
  const { me } = usePlace()
  const [comment, setComment] = useKeptText(`decision.${approval.id}`)
  const [isChecked, setChecked] = useState(false)
  const { approve, askForChanges, prepare, sign, prepared, error, isPending } = useDecision({
    ...{ call: useCallIn(), approval, said: comment },
    onDone: () => setComment(''),
  })
  const signs = hasPasskeys && me.passkeys > 0
  const sendBack = () => {
    setChecked(true)
    if (comment.trim()) askForChanges()
    else document.querySelector<HTMLElement>('.word textarea')?.focus()
  }
  return (
    <>
      <section className="sect word">
        <TextArea
          {...{ label: words.word(agency.name), maxLength: commentMost, rows: 3, value: comment }}
          hint={words.optional}
          wrong={isChecked && !comment.trim() ? words.missing : undefined}
          disabled={prepared !== undefined}
          onChange={(event) => setComment(event.target.value)}
        />
      </section>
      <div className="answer">
        <div className="wrap-in">
          <Failure error={error} />
          {prepared ? (
            <ToSign prepared={prepared} isPending={isPending} onSign={() => sign(prepared)} onClick={approve} />
          ) : (
            <div className="two-buttons">
              <button
                type="button"
                className="btn primary"
                disabled={isPending}
                onClick={() => (signs ? prepare() : approve())}
              >
                {signs ? <Fingerprint className="i" aria-hidden="true" /> : null}
                {isPending ? words.approving : words.approve(approval.revision)}
              </button>
              <button type="button" className="btn" disabled={isPending} onClick={sendBack}>
                {words.askForChanges}
              </button>
            </div>
          )}
        </div>
      </div>
    </>
  )
}

interface ToSignProps {
  readonly prepared: Prepared
  readonly isPending: boolean
  readonly onSign: () => void
  readonly onClick: () => void
}

/** The sentence that is signed, as it is signed, beside the button that asks for the passkey. */
const ToSign = ({ prepared, isPending, onSign, onClick }: ToSignProps) => {
  const words = usePortalWords().thing
  return (
    <div className="stack" role="status">
      <p className="small">{words.signing}</p>
      <blockquote className="told" dir="auto" lang="en">
        {prepared.text}
      </blockquote>
      <div className="two-buttons">
        <button type="button" className="btn primary" disabled={isPending} onClick={onSign}>
          <Fingerprint className="i" aria-hidden="true" />
          {isPending ? words.approving : words.sign}
        </button>
        <button type="button" className="btn" disabled={isPending} onClick={onClick}>
          {words.withoutPasskey}
        </button>
      </div>
    </div>
  )
}

/** What went wrong: the device's own refusals have no code of the server. */
const Failure = ({ error }: { readonly error: unknown }) => {
  const words = usePortalWords().thing
  if (error instanceof DOMException) return <p role="alert">{words.passkeyFailed}</p>
  if (error instanceof NotMeant) return <p role="alert">{words.notWhatIsShown}</p>
  return <Wrong error={error} />
}
