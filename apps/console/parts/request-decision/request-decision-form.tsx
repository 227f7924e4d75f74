import Check from 'lucide-react/icons/check'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState, type ReactNode } from 'react'
import { resolvePendingRequest } from '../../../../domains/delivery/requests/contract.ts'
import { Button } from '../forms/button.tsx'
import { inputOf } from '../forms/draft-field.tsx'
import { TextArea } from '../forms/field.tsx'
import { Form } from '../forms/form.tsx'
import { Reasons } from './review-reasons.tsx'
import { ProseBlock } from '../text/prose.tsx'
import { Refusal } from '../feedback/refusal.tsx'
import { useKeptFocus } from '../use-kept-focus.ts'
import { useFields } from '../forms/use-form.ts'
import { usePageCommands } from '../commands.ts'
import { useInboxWords } from '../../words/inbox/index.ts'
import { OptionButtons } from './option-buttons.tsx'
import { questionOptions } from './question-options.ts'
import { useServerWords } from '../../words/server/index.ts'
import { askedTask } from './request-title.ts'
import { SendBack } from './send-back-form.tsx'
import { TryRest } from './try-rest.tsx'
import { useDecisionKeys } from './use-decision-keys.ts'
import { useRequestDecision, type Request } from './use-request-decision.ts'
import './decision.css'
import { FormFoot } from '../forms/form-foot.tsx'

interface DecideProps {
  readonly request: Request
  /** Shown beside the buttons. */
  readonly beside?: ReactNode
}

export const DecideInPlace = (props: DecideProps) => (
  <div ref={useKeptFocus<HTMLDivElement>()}>
    <div ref={useDecisionKeys<HTMLDivElement>()}>
      {props.request.requestType === 'question' ? <Answer {...props} /> : <Approval {...props} />}
    </div>
  </div>
)

const Answer = ({ request, beside }: DecideProps) => {
  const words = useInboxWords()
  const { decide, error, isPending } = useRequestDecision(request)
  const form = useFields(resolvePendingRequest, {
    name: `answer.${request.id}`,
    saved: { decision: '' },
    check: ({ decision }) => ({ decision: decision.trim() ? undefined : words.missing }),
  })
  const send = () => form.sendTo(() => decide({ status: 'approved', decision: form.fields.decision }))
  return (
    <Form className="decision" error={error} onSubmit={send}>
      <blockquote>
        <ProseBlock text={request.question} />
      </blockquote>
      <OptionButtons
        options={questionOptions(request.question)}
        label={words.options}
        isPending={isPending}
        onChoose={(option) => decide({ status: 'approved', decision: option })}
      />
      <TextArea
        {...inputOf(form, 'decision')}
        label={request.requiredActor === 'client' ? words.answerForClient : words.answer}
        hint={words.answerHint}
        rows={2}
      />
      <FormFoot of={{ error, isPending }} verb={words.send}>
        <Button isPending={isPending} onClick={() => decide({ status: 'denied' })}>
          {words.decline}
        </Button>
        {beside}
      </FormFoot>
    </Form>
  )
}

const Approval = ({ request, beside }: DecideProps) => {
  const words = useInboxWords()
  const { decide, error, isPending } = useRequestDecision(request)
  const [isSendingBack, setSendingBack] = useState(false)
  const { id, reasons } = request
  const { worded } = useServerWords()
  const task = askedTask(request)
  const title = task ?? request.title
  usePageCommands([
    { id: `approve ${id}`, name: words.approveOf(title), icon: Check, act: () => decide({ status: 'approved' }) },
    { id: `send back ${id}`, name: words.sendBackOf(title), icon: Undo2, act: () => setSendingBack(true) },
  ])
  if (isSendingBack) return <SendBack request={request} onCancel={() => setSendingBack(false)} />
  return (
    <div className="decision">
      <blockquote>
        <ProseBlock text={task === null ? worded(request.question) : words.isReady} />
      </blockquote>
      <Reasons reasons={reasons} />
      <Refusal error={error} />
      <div className="line wrap">
        <Button
          variant="primary"
          aria-keyshortcuts="A"
          isPending={isPending}
          onClick={() => decide({ status: 'approved' })}
        >
          {words.approve}
        </Button>
        <Button aria-keyshortcuts="B" isPending={isPending} onClick={() => setSendingBack(true)}>
          {words.sendBack}
        </Button>
        <TryRest request={request} decide={decide} isPending={isPending} />
        {beside}
      </div>
    </div>
  )
}
