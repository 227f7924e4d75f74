import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useRef, useState } from 'react'
import { getMe } from '../../../../../domains/accounts/people/contract/me.ts'
import { call } from '../../../api/client.ts'
import { useReply } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextArea } from '../../../parts/field.tsx'
import { hasPasskeys } from '../../../parts/passkeys.ts'
import type { Approval } from '../../../parts/deliverable/approvals.ts'
import { NotDecided, ToSign } from '../../../parts/deliverable/signature-field.tsx'
import { useDecision } from '../../../parts/deliverable/use-deliverable-decision.ts'
import { useKeptFocus } from '../../../parts/use-kept-focus.ts'
import { useDraft } from '../../../parts/use-draft.ts'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { Wrong } from './deliverable-refusal.tsx'

/** The decision of who was asked: a word on it, below the seal of what it is about; signed where they have a passkey. */
export const Decide = ({ approval }: { readonly approval: Approval }) => {
  const words = useDeliverableWords()
  const form = useRef<HTMLDivElement>(null)
  const place = useKeptFocus()
  const draft = useDraft(`decision.${approval.id}`, { said: '' })
  const { said } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const deciding = useDecision({ call, approval, said, onDone: () => draft.clear() })
  const sendBack = () => {
    setChecked(true)
    if (said.trim()) deciding.askForChanges()
    else form.current?.querySelector('textarea')?.focus()
  }
  return (
    <section ref={place} className="panel pad stack-16 decide-card" aria-label={words.decision}>
      <div>
        <h2>{words.decision}</h2>
        <p className="quiet">{words.decisionText}</p>
      </div>
      <div ref={form}>
        <TextArea
          label={words.comment}
          hint={words.optional}
          value={said}
          maxLength={20_000}
          rows={3}
          wrong={isChecked && !said.trim() ? words.missing : undefined}
          disabled={deciding.prepared !== undefined}
          onChange={({ target }) => draft.set('said', target.value)}
        />
      </div>
      <NotDecided words={words} Wrong={Wrong} error={deciding.error} />
      {deciding.prepared ? (
        <ToSign words={words} deciding={deciding} busy={words.deciding} prepared={deciding.prepared} />
      ) : (
        <Buttons deciding={deciding} version={approval.revision} onSendBack={sendBack} />
      )}
    </section>
  )
}

interface ButtonsProps {
  readonly deciding: ReturnType<typeof useDecision>
  readonly version: number
  readonly onSendBack: () => void
}

const Buttons = ({ deciding: { isPending, prepare, approve }, version, onSendBack }: ButtonsProps) => {
  const words = useDeliverableWords()
  const { passkeys } = useReply(getMe)
  const signs = hasPasskeys && passkeys > 0
  return (
    <div className="stack-8">
      <Button
        variant="primary"
        className="wide"
        isPending={isPending}
        pendingText={words.deciding}
        onClick={() => (signs ? prepare() : approve())}
      >
        {signs ? <Fingerprint className="i" aria-hidden="true" /> : null}
        {words.approve(version)}
      </Button>
      <Button className="wide" isPending={isPending} onClick={onSendBack}>
        {words.askForChanges}
      </Button>
    </div>
  )
}
