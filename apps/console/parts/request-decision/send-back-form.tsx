import { resolvePendingRequest } from '../../../../domains/delivery/requests/contract.ts'
import { useInboxWords } from '../../words/inbox/index.ts'
import { useWords } from '../../words/shell/index.ts'
import { Button } from '../forms/button.tsx'
import { inputOf } from '../forms/draft-field.tsx'
import { TextArea } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { useFields } from '../forms/use-form.ts'
import { useRequestDecision, type Request } from './use-request-decision.ts'
import { FormFoot } from '../forms/form-foot.tsx'

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
  const saidIn = (feedback: string) => feedback.trim() || (atLines > 0 ? words.seeLines(atLines) : '')
  const form = useFields(resolvePendingRequest, {
    name: `feedback.${request.id}`,
    saved: { feedback: '' },
    check: ({ feedback }) => ({ feedback: saidIn(feedback) ? undefined : words.missing }),
  })
  const send = () => form.sendTo(() => decide({ status: 'denied', feedback: saidIn(form.fields.feedback) }))
  return (
    <Form className="decision" error={error} onSubmit={send}>
      <TextArea
        {...inputOf(form, 'feedback')}
        label={words.feedback}
        hint={words.feedbackHint}
        // The person has just asked for this field.
        // eslint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
      />
      <FormFoot of={{ error, isPending }} verb={words.sendBack}>
        <Button
          variant="danger"
          isPending={isPending}
          title={words.denyHint}
          onClick={() => decide({ status: 'denied' })}
        >
          {words.deny}
        </Button>
        <Button onClick={onCancel}>{cancel}</Button>
      </FormFoot>
    </Form>
  )
}
