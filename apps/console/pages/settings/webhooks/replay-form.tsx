import { replayWebhookEvents } from '../../../../../domains/record/webhooks/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Form } from '../../../parts/form.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { useDraft } from '../../../parts/use-draft.ts'
import { useAuditWords } from '../../../words/audit/index.ts'

const timestampIn = (text: string) => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The name under which this tab keeps the period that is typed. */
export const typedReplay = (id: string) => `replay.${id}`

/** Sends the events of a time again, in their order. */
export const ReplayForm = ({ id, onDone }: { readonly id: string; readonly onDone: () => void }) => {
  const words = useAuditWords().webhooks
  const { fields, set, clear } = useDraft(typedReplay(id), { from: '', until: '' })
  const { from, until } = fields
  const close = () => {
    clear()
    onDone()
  }
  const replay = useOperation(replayWebhookEvents, { then: close })
  const submit = () => {
    const begin = timestampIn(from)
    const end = timestampIn(until)
    if (begin === undefined) return
    replay.mutate({ params: { id }, body: { from: begin, ...(end !== undefined && { until: end }) } })
  }
  return (
    <Form className="stack-16" error={replay.error} onSubmit={submit}>
      <TextField
        name="from"
        label={words.replayFrom}
        type="datetime-local"
        value={from}
        onChange={(event) => set('from', event.target.value)}
      />
      <TextField
        name="until"
        label={words.replayUntil}
        hint={words.replayHint}
        type="datetime-local"
        value={until}
        onChange={(event) => set('until', event.target.value)}
      />
      <Refusal error={replay.error} />
      <div className="line">
        <Button type="submit" variant="primary" disabled={replay.isPending || timestampIn(from) === undefined}>
          {words.replayNow}
        </Button>
      </div>
    </Form>
  )
}
