import { useState } from 'react'
import { useInboxWords } from '../../words/inbox/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { Button } from '../button.tsx'
import { TextArea } from '../field.tsx'
import { Form } from '../form.tsx'
import { Refusal } from '../refusal.tsx'
import { useDraft } from '../use-draft.ts'
import { useRequestDecision, type Request } from './use-request-decision.ts'

interface SendBackProps {
  readonly request: Request
  /** How many comments at lines go along, which need no more words. */
  readonly atLines?: number
  readonly onCancel: () => void
}

/** Sends a change back with words about the wanted difference, or drops it. */
export const SendBack = ({ request, atLines = 0, onCancel }: SendBackProps) => {
  const words = useInboxWords()
  const { cancel } = useWords()
  const { decide, error, isPending } = useRequestDecision(request)
  const draft = useDraft(`feedback.${request.id}`, { feedback: '' })
  const { feedback } = draft.fields
  const [isChecked, setChecked] = useState(false)
  const said = feedback.trim() || (atLines > 0 ? words.seeLines(atLines) : '')
  const send = () => {
    setChecked(true)
    if (said) decide({ status: 'denied', feedback: said })
  }
  return (
    <Form className="decision" error={error} onSubmit={send}>
      <TextArea
        name="feedback"
        label={words.feedback}
        hint={words.feedbackHint}
        value={feedback}
        maxLength={5_000}
        // The person has just asked for this field.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        wrong={isChecked && !said ? words.missing : undefined}
        onChange={(event) => draft.set('feedback', event.target.value)}
      />
      <Refusal error={error} />
      <div className="line wrap">
        <Button type="submit" variant="primary" isPending={isPending}>
          {words.sendBack}
        </Button>
        <Button
          variant="danger"
          isPending={isPending}
          title={words.denyHint}
          onClick={() => decide({ status: 'denied' })}
        >
          {words.deny}
        </Button>
        <Button onClick={onCancel}>{cancel}</Button>
      </div>
    </Form>
  )
}
