import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import { TextArea } from '../../../parts/field.tsx'
import { hasPasskeys } from '../../../parts/passkeys.ts'
import { NotDecided, ToSign } from '../../../parts/published/to-sign.tsx'
import { useDecision } from '../../../parts/published/use-decision.ts'
import { useKeptText } from '../../../parts/use-kept-text.ts'
import type { Approval } from '../../../parts/published/approvals.ts'
import { useAgency } from '../../parts/agency.tsx'
import { Wrong } from '../../parts/wrong.tsx'
import { useCallIn, usePlace } from '../../place.ts'
import { usePortalWords } from '../../words/use-words.ts'

const commentMost = 20_000

/** The answer to what is shown: a word to the agency, and two buttons that stay at the bottom edge. */
export const Answer = ({ approval }: { readonly approval: Approval }) => {
  const words = usePortalWords().thing
  const agency = useAgency()
  const { me } = usePlace()
  const [comment, setComment] = useKeptText(`decision.${approval.id}`)
  const [isChecked, setChecked] = useState(false)
  const deciding = useDecision({ call: useCallIn(), approval, said: comment, onDone: () => setComment('') })
  const { approve, askForChanges, prepare, prepared, error, isPending } = deciding
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
          <NotDecided {...{ words, error, Wrong }} />
          {prepared ? (
            <ToSign {...{ words, deciding, prepared }} busy={words.approving} />
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
