import { useState, type FormEvent } from 'react'
import type { Reply } from '../../../../platform/client/index.ts'
import { getCycle, listCycles } from '../../../../domains/delivery/cycles/contract.ts'
import {
  type getPendingRequest,
  listCyclePendingRequests,
  listPendingRequests,
  resolvePendingRequest,
} from '../../../../domains/delivery/requests/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { TextArea } from '../../parts/field.tsx'
import { Reasons } from '../../parts/reasons.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { toast } from '../../parts/toast.tsx'
import { useKeptText } from '../../parts/use-kept-text.ts'
import { useWords } from '../../words/use-words.ts'

type Request = Reply<typeof getPendingRequest>
type Decision = { status: 'approved' | 'denied'; decision?: string; feedback?: string }

/** Decides a request where it stands. */
const useDecision = (request: Request) => {
  const words = useWords().inbox
  const decide = useOperation(resolvePendingRequest, {
    refreshes: [listPendingRequests, listCyclePendingRequests, listCycles, getCycle],
    then: () => toast(words.decided(request.title)),
  })
  return { ...decide, decide: (body: Decision) => decide.mutate({ params: { id: request.id }, body }) }
}

export const DecideInPlace = ({ request }: { readonly request: Request }) =>
  request.requestType === 'question' ? <Answer request={request} /> : <Approval request={request} />

const Answer = ({ request }: { readonly request: Request }) => {
  const words = useWords().inbox
  const { decide, error, isPending } = useDecision(request)
  const [answer, setAnswer] = useKeptText(`answer.${request.id}`)
  const [isChecked, setChecked] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (answer.trim()) decide({ status: 'approved', decision: answer })
  }
  return (
    <form className="decision" onSubmit={send}>
      <blockquote dir="auto">{request.question}</blockquote>
      <Reasons reasons={request.reasons} />
      <TextArea
        {...{ label: words.answer, hint: words.answerHint, value: answer, maxLength: 5_000, rows: 2 }}
        wrong={isChecked && !answer.trim() ? words.missing : undefined}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <Refusal error={error} />
      <div className="line wrap">
        <button type="submit" className="btn primary" disabled={isPending}>
          {words.send}
        </button>
        <button type="button" className="btn" disabled={isPending} onClick={() => decide({ status: 'denied' })}>
          {words.decline}
        </button>
      </div>
    </form>
  )
}

const Approval = ({ request }: { readonly request: Request }) => {
  const words = useWords().inbox
  const { decide, error, isPending } = useDecision(request)
  const [isSendingBack, setSendingBack] = useState(false)
  if (isSendingBack) return <SendBack request={request} onCancel={() => setSendingBack(false)} />
  return (
    <div className="decision">
      <blockquote dir="auto">{request.question}</blockquote>
      <Reasons reasons={request.reasons} />
      <Refusal error={error} />
      <div className="line wrap">
        <button
          type="button"
          className="btn primary"
          disabled={isPending}
          onClick={() => decide({ status: 'approved' })}
        >
          {words.approve}
        </button>
        <button type="button" className="btn" disabled={isPending} onClick={() => setSendingBack(true)}>
          {words.sendBack}
        </button>
      </div>
    </div>
  )
}

const SendBack = ({ request, onCancel }: { readonly request: Request; readonly onCancel: () => void }) => {
  const words = useWords()
  const { decide, error, isPending } = useDecision(request)
  const [feedback, setFeedback] = useKeptText(`feedback.${request.id}`)
  const [isChecked, setChecked] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (feedback.trim()) decide({ status: 'denied', feedback })
  }
  return (
    <form className="decision" onSubmit={send}>
      <TextArea
        {...{ label: words.inbox.feedback, hint: words.inbox.feedbackHint, value: feedback, maxLength: 5_000 }}
        // The person has just asked for this field.
        // eslint-disable-next-line jsx-a11y-x/no-autofocus
        autoFocus
        wrong={isChecked && !feedback.trim() ? words.inbox.missing : undefined}
        onChange={(event) => setFeedback(event.target.value)}
      />
      <Refusal error={error} />
      <div className="line wrap">
        <button type="submit" className="btn primary" disabled={isPending}>
          {words.inbox.sendBack}
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
