import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { TextArea } from '../../../../parts/field.tsx'
import { hasPasskeys } from '../../../../parts/passkeys.ts'
import { NotDecided, ToSign } from '../../../../parts/deliverable/signature-field.tsx'
import { useDecision } from '../../../../parts/deliverable/use-deliverable-decision.ts'
import { useKeptFocus } from '../../../../parts/use-kept-focus.ts'
import { useDraft } from '../../../../parts/use-draft.ts'
import type { Approval } from '../../../../parts/deliverable/approvals.ts'
import { Wrong } from '../../../parts/portal-refusal.tsx'
import { usePortalWords } from '../../../../words/portal/index.ts'

const commentMost = 20_000

interface AnswerProps {
  readonly approval: Approval
  /** Whom the word is for. */
  readonly label: string
  /** Those of the person, with one of which they are offered to sign. */
  readonly passkeys: number
  readonly call: Parameters<typeof useDecision>[0]['call']
  readonly onDone?: () => void
}

/** The answer to what is shown: a word to the agency, and two buttons that stay at the bottom edge. */
export const Answer = ({ approval, label, passkeys, call, onDone }: AnswerProps) => {
  const words = usePortalWords().thing
  const draft = useDraft(`decision.${approval.id}`, { comment: '' })
  const { comment } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const done = () => {
    draft.clear()
    onDone?.()
  }
  const deciding = useDecision({ call, approval, said: comment, onDone: done })
  const { approve, askForChanges, prepare, prepared, error, isPending } = deciding
  const signs = hasPasskeys && passkeys > 0
  const sendBack = () => {
    setChecked(true)
    if (comment.trim()) askForChanges()
    else document.querySelector<HTMLElement>('.word textarea')?.focus()
  }
  return (
    <>
      <section className="sect word">
        <TextArea
          label={label}
          maxLength={commentMost}
          rows={3}
          value={comment}
          hint={words.optional}
          wrong={isChecked && !comment.trim() ? words.missing : undefined}
          disabled={prepared !== undefined}
          onChange={(event) => draft.set('comment', event.target.value)}
        />
      </section>
      <div className="answer" ref={useKeptFocus<HTMLDivElement>()}>
        <div className="wrap-in">
          <NotDecided words={words} error={error} Wrong={Wrong} />
          {prepared ? (
            <ToSign words={words} deciding={deciding} prepared={prepared} busy={words.approving} />
          ) : (
            <div className="two-buttons">
              <Button
                variant="primary"
                isPending={isPending}
                pendingText={words.approving}
                onClick={() => (signs ? prepare() : approve())}
              >
                {signs ? <Fingerprint className="i" aria-hidden="true" /> : null}
                {words.approve(approval.revision)}
              </Button>
              <Button isPending={isPending} onClick={sendBack}>
                {words.askForChanges}
              </Button>
            </div>
          )}
        </div>
      </div>
    </>
  )
}
