import { useState } from 'react'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDelivery,
} from '../../../../../domains/record/webhooks/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply, useOperation } from '../../../api/use-operation.ts'
import { usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Age } from '../../../parts/text/age.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { ShowMore } from '../../../parts/list/show-more.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Segments, useChoice } from '../../../parts/forms/segments.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { useAuditWords } from '../../../words/audit/index.ts'

type Delivery = Reply<typeof listWebhookDeliveries>[number]

const statuses = ['all', 'waiting', 'delivered', 'failed'] as const
const headMostChars = 2_000

/** Deliveries by state, newest first; an open one shows each attempt and can be sent again. */
export const Deliveries = ({ webhookId }: { readonly webhookId: string }) => {
  const words = useAuditWords().webhooks
  const status = useChoice('status', statuses)
  const { rows, ...rest } = usePages(listWebhookDeliveries, {
    params: { id: webhookId },
    query: { limit: 100, ...(status !== 'all' && { status }) },
  })
  return (
    <>
      <div className="bar wrap">
        <h2>{words.deliveries}</h2>
        <span className="grow" />
        <Segments label={words.deliveries} param="status" names={words.statuses} chosen={status} />
      </div>
      {rows.length === 0 ? <p className="pad quiet">{words.noDeliveries}</p> : null}
      <div className="rows">
        {rows.map((delivery) => (
          <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </div>
      <ShowMore onMore={rest.more} rest={rest} />
    </>
  )
}

const shown = {
  waiting: { glyph: 'queued', tone: 'plain' },
  delivered: { glyph: 'good', tone: 'plain' },
  failed: { glyph: 'bad', tone: 'bad' },
} as const

interface DeliveryRowProps {
  readonly webhookId: string
  readonly delivery: Delivery
}

const DeliveryRow = ({ webhookId, delivery }: DeliveryRowProps) => {
  const words = useAuditWords().webhooks
  const [isOpen, setOpen] = useState(false)
  const { eventType, kind, status, attempts, responseStatus, createdAt } = delivery
  return (
    <details className="rows-cheap delivery" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="row act">
        <span className="t mono cut grow" title={eventType}>
          {eventType}
        </span>
        {kind === 'event' ? null : <span className="m hide-s">{words.kinds[kind]}</span>}
        <span className="m hide-s">{attempts > 1 ? words.attempts(attempts) : null}</span>
        <span className="m num">{responseStatus}</span>
        <State {...shown[status]}>{words.statuses[status]}</State>
        <Age at={createdAt} className="m num age" />
      </summary>
      {isOpen ? <Attempts webhookId={webhookId} delivery={delivery} /> : null}
    </details>
  )
}

const Attempts = ({ webhookId, delivery }: DeliveryRowProps) => {
  const words = useAuditWords().webhooks
  const { whole, lasted } = useFormat()
  const of = { params: { id: webhookId, deliveryId: delivery.id } }
  const { data, error } = useLateReply(getWebhookDelivery, of)
  const again = useOperation(replayWebhookDelivery)
  return (
    <div className="pad stack-16">
      <Refusal error={error ?? again.error} />
      {data?.attemptLog.map(({ number, attemptedAt, durationMs, responseStatus, responseHead, error: fault }) => (
        <div key={number}>
          <p>
            <b>{words.attempt(number)}</b>{' '}
            <span className="quiet">
              {whole(attemptedAt)}, {lasted(durationMs)}
            </span>
          </p>
          <pre className="log" tabIndex={0} aria-label={words.attempt(number)}>
            {[responseStatus, fault, responseHead?.slice(0, headMostChars)].filter(Boolean).join('\n')}
          </pre>
        </div>
      ))}
      {data?.attemptLog.length === 0 ? <p className="quiet">{words.notTried}</p> : null}
      {delivery.kind === 'test' ? null : (
        <div className="line">
          <Button size="small" isPending={again.isPending} onClick={() => again.mutate(of)}>
            {words.sendAgain}
          </Button>
        </div>
      )}
    </div>
  )
}
