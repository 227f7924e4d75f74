import { useState } from 'react'
import {
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  replayWebhookEvents,
} from '../../../../../domains/record/webhooks/contract.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { ConfirmButton } from '../../../parts/forms/confirm-button.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { hasTyped } from '../../../api/typed-values.ts'
import { useAuditWords } from '../../../words/audit/index.ts'
import { EditWebhook, ShownOnce, typedWebhook } from './webhook-form.tsx'
import type { Webhook } from './webhook-fields.ts'
import { DraftField } from '../../../parts/forms/draft-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { FormFoot } from '../../../parts/forms/form-foot.tsx'
import { useForm } from '../../../parts/forms/use-form.ts'

type OpenForm = 'edit' | 'replay' | undefined

/** A form in which something was typed opens automatically. */
const firstOpened = (id: string): OpenForm => {
  if (hasTyped(typedWebhook(id))) return 'edit'
  return hasTyped(typedReplay(id)) ? 'replay' : undefined
}

export const WebhookActions = ({ webhook }: { readonly webhook: Webhook }) => {
  const words = useAuditWords().webhooks
  const { id, enabled } = webhook
  const [open, setOpen] = useState(() => firstOpened(id))
  const of = { params: { id } }
  const change = useOperation(updateWebhook)
  const probe = useOperation(testWebhook)
  const [secret, setSecret] = useState<string>()
  const close = () => setOpen(undefined)
  const toggle = (form: OpenForm) => setOpen(open === form ? undefined : form)
  if (secret !== undefined) return <ShownOnce secret={secret} onStored={() => setSecret(undefined)} />
  return (
    <div className="stack-16">
      <div className="line wrap">
        <Button isPending={probe.isPending} onClick={() => probe.mutate(of)}>
          {words.test}
        </Button>
        <Button isPending={change.isPending} onClick={() => change.mutate({ ...of, body: { enabled: !enabled } })}>
          {enabled ? words.switchOff : words.switchOn}
        </Button>
        <Button aria-expanded={open === 'edit'} onClick={() => toggle('edit')}>
          {words.edit}
        </Button>
        <ConfirmButton
          label={words.rotate}
          operation={rotateWebhookSecret}
          input={{ ...of, body: { overlapHours: 24 } }}
          then={(rotated) => setSecret(rotated.secret)}
          title={words.rotateAsk}
        >
          {words.rotateText}
        </ConfirmButton>
        <Button aria-expanded={open === 'replay'} onClick={() => toggle('replay')}>
          {words.replay}
        </Button>
        <ConfirmButton
          variant="danger"
          label={words.remove}
          operation={deleteWebhook}
          input={of}
          title={words.removeAsk(webhook.url)}
        >
          {words.removeText}
        </ConfirmButton>
      </div>
      <Refusal error={probe.error ?? change.error} />
      {open === 'edit' ? <EditWebhook webhook={webhook} onDone={close} /> : null}
      {open === 'replay' ? <ReplayForm id={id} onDone={close} /> : null}
    </div>
  )
}

const timestampIn = (text: string) => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

/** The name under which this tab keeps the period that is typed. */
const typedReplay = (id: string) => `replay.${id}`

/** Sends the events of a period again, in their order. */
const ReplayForm = ({ id, onDone }: { readonly id: string; readonly onDone: () => void }) => {
  const words = useAuditWords().webhooks
  const form = useForm(replayWebhookEvents, {
    name: typedReplay(id),
    input: { params: { id } },
    saved: { from: '', until: '' },
    body: (typed) => {
      const until = timestampIn(typed.until)
      return { from: timestampIn(typed.from)!, ...(until !== undefined && { until }) }
    },
    then: onDone,
  })
  const isReady = timestampIn(form.fields.from) !== undefined
  const submit = () => isReady && form.submit()
  return (
    <Form className="stack-16" error={form.error} onSubmit={submit}>
      <DraftField draft={form} field="from" label={words.replayFrom} type="datetime-local" />
      <DraftField draft={form} field="until" label={words.replayUntil} hint={words.replayHint} type="datetime-local" />
      <FormFoot of={form} verb={words.replayNow} isDisabled={!isReady} />
    </Form>
  )
}
