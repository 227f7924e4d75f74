import { useState } from 'react'
import {
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../../../domains/record/webhooks/contract.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useFormat } from '../../format.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Refusal } from '../../parts/refusal.tsx'
import { useAuditWords } from '../../words/audit/use-words.ts'
import { Deliveries } from './deliveries.tsx'
import { ReplayForm } from './replay-form.tsx'
import { ShownOnce } from './shown-once.tsx'
import type { Webhook } from './webhook.ts'

/** One webhook: what it is told, what can be done with it, and its deliveries. */
export const WebhookPanel = ({ webhook }: { readonly webhook: Webhook }) => {
  const words = useAuditWords().webhooks
  const { whole } = useFormat()
  const { eventTypes, projectIds, failingSince, previousSecretUntil, replayingUntil } = webhook
  return (
    <section className="panel" aria-label={webhook.url}>
      <dl className="kv pad">
        <dt>{words.types}</dt>
        <dd className={eventTypes === null ? undefined : 'mono'}>
          {eventTypes === null ? words.everything : eventTypes.join(', ')}
        </dd>
        <dt>{words.projects}</dt>
        <dd>{projectIds === null ? words.everyProject : words.someProjects(projectIds.length)}</dd>
        {failingSince === null ? null : <Timestamp name={words.failsSince} at={whole(failingSince)} />}
        {previousSecretUntil === null ? null : <Timestamp name={words.oldSecret} at={whole(previousSecretUntil)} />}
        {replayingUntil === null ? null : <Timestamp name={words.replaying} at={whole(replayingUntil)} />}
      </dl>
      <div className="pad">
        <Deeds webhook={webhook} />
      </div>
      <Deliveries webhookId={webhook.id} />
    </section>
  )
}

const Timestamp = ({ name, at }: { readonly name: string; readonly at: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{at}</dd>
  </>
)

const Deeds = ({ webhook: { id, url, enabled } }: { readonly webhook: Webhook }) => {
  const words = useAuditWords().webhooks
  const [open, setOpen] = useState<'delete' | 'rotate' | 'replay'>()
  const of = { params: { id } }
  const change = useOperation(updateWebhook, { refreshes: [listWebhooks] })
  const probe = useOperation(testWebhook, { refreshes: [listWebhookDeliveries] })
  const rotate = useOperation(rotateWebhookSecret, { refreshes: [listWebhooks], then: () => setOpen(undefined) })
  const remove = useOperation(deleteWebhook, { refreshes: [listWebhooks] })
  const close = () => setOpen(undefined)
  if (rotate.data) return <ShownOnce secret={rotate.data.secret} onStored={rotate.reset} />
  return (
    <div className="stack-16">
      <div className="line wrap">
        <button type="button" className="btn" disabled={probe.isPending} onClick={() => probe.mutate(of)}>
          {words.test}
        </button>
        <button
          type="button"
          className="btn"
          disabled={change.isPending}
          onClick={() => change.mutate({ ...of, body: { enabled: !enabled } })}
        >
          {enabled ? words.switchOff : words.switchOn}
        </button>
        <button type="button" className="btn" onClick={() => setOpen('rotate')}>
          {words.rotate}
        </button>
        <button
          type="button"
          className="btn"
          aria-expanded={open === 'replay'}
          onClick={() => setOpen(open === 'replay' ? undefined : 'replay')}
        >
          {words.replay}
        </button>
        <button type="button" className="btn danger" onClick={() => setOpen('delete')}>
          {words.remove}
        </button>
      </div>
      <Refusal error={probe.error ?? change.error} />
      {open === 'replay' ? <ReplayForm id={id} onDone={close} /> : null}
      {open === 'rotate' ? (
        <Confirm
          {...{ title: words.rotateAsk, verb: words.rotate, isBusy: rotate.isPending, error: rotate.error }}
          onConfirm={() => rotate.mutate({ ...of, body: { overlapHours: 24 } })}
          onClose={close}
        >
          {words.rotateText}
        </Confirm>
      ) : null}
      {open === 'delete' ? (
        <Confirm
          {...{ title: words.removeAsk(url), verb: words.remove, isBusy: remove.isPending, error: remove.error }}
          onConfirm={() => remove.mutate(of)}
          onClose={close}
        >
          {words.removeText}
        </Confirm>
      ) : null}
    </div>
  )
}
