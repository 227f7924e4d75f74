import { useState, type SyntheticEvent } from 'react'
import { listWebhooks, replayWebhookEvents } from '../../../../domains/record/webhooks/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useAuditWords } from '../../words/audit/use-words.ts'

const timestampIn = (text: string) => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** Sends the events of a time again, in their order. */
export const ReplayForm = ({ id, onDone }: { readonly id: string; readonly onDone: () => void }) => {
  const words = useAuditWords().webhooks
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const replay = useOperation(replayWebhookEvents, { refreshes: [listWebhooks], then: onDone })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const [begin, end] = [timestampIn(from), timestampIn(until)]
    if (begin === undefined) return
    replay.mutate({ params: { id }, body: { from: begin, ...(end !== undefined && { until: end }) } })
  }
  return (
    <Form className="stack-16" error={replay.error} onSubmit={submit}>
      <TextField
        {...{ name: 'from', label: words.replayFrom, type: 'datetime-local', value: from }}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        {...{ name: 'until', label: words.replayUntil, hint: words.replayHint, type: 'datetime-local', value: until }}
        onChange={(event) => setUntil(event.target.value)}
      />
      <Refusal error={replay.error} />
      <div className="line">
        <button type="submit" className="btn primary" disabled={replay.isPending || timestampIn(from) === undefined}>
          {words.replayNow}
        </button>
      </div>
    </Form>
  )
}
