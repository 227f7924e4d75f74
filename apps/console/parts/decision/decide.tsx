import Check from 'lucide-react/icons/check'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState, type SyntheticEvent, type ReactNode } from 'react'
import type { Reply } from '../../../../platform/client/index.ts'
import { getCycle, listCycles } from '../../../../domains/delivery/cycles/contract.ts'
import {
  type getPendingRequest,
  listCyclePendingRequests,
  listPendingRequests,
  resolvePendingRequest,
} from '../../../../domains/delivery/requests/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { TextArea } from '../field.tsx'
import { Reasons } from './reasons.tsx'
import { Refusal } from '../refusal.tsx'
import { toast } from '../toast.tsx'
import { useKeptText } from '../use-kept-text.ts'
import { usePageCommands } from '../commands.ts'
import { useWords } from '../../words/use-words.ts'
import './decision.css'

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

interface DecideProps {
  readonly request: Request
  /** What stands beside the buttons. */
  readonly beside?: ReactNode
}

export const DecideInPlace = (props: DecideProps) =>
  props.request.requestType === 'question' ? <Answer {...props} /> : <Approval {...props} />

const Answer = ({ request, beside }: DecideProps) => {
  const words = useWords().inbox
  const { decide, error, isPending } = useDecision(request)
  const [answer, setAnswer] = useKeptText(`answer.${request.id}`)
  const [isChecked, setChecked] = useState(false)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (answer.trim()) decide({ status: 'approved', decision: answer })
  }
  return (
    <form className="decision" onSubmit={send}>
      <blockquote dir="auto">{request.question}</blockquote>
      <Reasons request={request} />
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
        {beside}
      </div>
    </form>
  )
}

const Approval = ({ request, beside }: DecideProps) => {
  const words = useWords().inbox
  const { decide, error, isPending } = useDecision(request)
  const [isSendingBack, setSendingBack] = useState(false)
  const { approveOf, sendBackOf } = useWords().palette
  const { id, title } = request
  usePageCommands([
    { id: `approve ${id}`, name: approveOf(title), icon: Check, act: () => decide({ status: 'approved' }) },
    { id: `send back ${id}`, name: sendBackOf(title), icon: Undo2, act: () => setSendingBack(true) },
  ])
  if (isSendingBack) return <SendBack request={request} onCancel={() => setSendingBack(false)} />
  return (
    <div className="decision">
      <blockquote dir="auto">{request.question}</blockquote>
      <Reasons request={request} />
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
        {beside}
      </div>
    </div>
  )
}

const SendBack = ({ request, onCancel }: { readonly request: Request; readonly onCancel: () => void }) => {
  const words = useWords()
  const { decide, error, isPending } = useDecision(request)
  const [feedback, setFeedback] = useKeptText(`feedback.${request.id}`)
  const [isChecked, setChecked] = useState(false)
  const send = (event: SyntheticEvent) => {
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
        <button
          type="button"
          className="btn danger"
          disabled={isPending}
          title={words.inbox.denyHint}
          onClick={() => decide({ status: 'denied' })}
        >
          {words.inbox.deny}
        </button>
        <button type="button" className="btn" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}
