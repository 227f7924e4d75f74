import { useState, Fragment } from 'react'
import { Link, useSearchParams } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { Fact } from '../../../parts/text/fact.tsx'
import { listWebhooks } from '../../../../../domains/record/webhooks/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages } from '../../../api/use-pages.ts'
import { Button } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { State } from '../../../parts/feedback/state.tsx'
import { hasTyped } from '../../../api/typed-values.ts'
import { withParam } from '../../../paths.ts'
import { useAuditWords } from '../../../words/audit/index.ts'
import { useRole } from '../../../api/use-role.ts'
import { SettingsFrame } from '../settings-frame.tsx'
import { NewWebhook, typedWebhook, WebhookActions } from './webhook-form.tsx'
import type { Webhook } from './webhook-fields.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Deliveries } from './webhook-deliveries.tsx'
import { CopyButton } from '../../../parts/text/copy-button.tsx'
import { Fold } from '../../../parts/fold.tsx'
import './webhooks.css'

export const loader = () => {
  prefetchPages(listProjects)
  return prefetch(listWebhooks)
}

export default function WebhooksPage() {
  const words = useAuditWords().webhooks
  const webhooks = useReply(listWebhooks)
  const [query] = useSearchParams()
  const { workspace } = useRole()
  const [isAdding, setAdding] = useState(() => hasTyped(typedWebhook(workspace.id)))
  const open = webhooks.find(({ id }) => id === query.get('webhook'))
  const isEmpty = webhooks.length === 0
  const adder = (
    <Button variant="primary" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
      {words.add}
    </Button>
  )
  const failing = webhooks.filter(({ failingSince }) => failingSince !== null).length
  return (
    <SettingsFrame
      title={words.title}
      count={webhooks.length}
      text={failing > 0 ? words.failing(failing) : words.text}
      isWide={!isEmpty}
      actions={isEmpty ? undefined : adder}
    >
      <div className="stack-16 webhooks">
        {isAdding ? <NewWebhook workspaceId={workspace.id} onDone={() => setAdding(false)} /> : null}
        {isEmpty ? null : (
          <div className="panel rows">
            {webhooks.map((one) => (
              <WebhookRow key={one.id} webhook={one} isOpen={one === open} />
            ))}
          </div>
        )}
        {isEmpty && !isAdding ? (
          <EmptyPanel title={words.none} text={words.noneText}>
            {adder}
          </EmptyPanel>
        ) : null}
        {isEmpty ? <WebhookSample /> : null}
        {open ? <WebhookPanel key={open.id} webhook={open} /> : null}
      </div>
    </SettingsFrame>
  )
}

const WebhookRow = ({ webhook, isOpen }: { readonly webhook: Webhook; readonly isOpen: boolean }) => {
  const words = useAuditWords().webhooks
  const [query] = useSearchParams()
  const { id, url, description, waiting } = webhook
  return (
    <Link
      className={isOpen ? 'row on' : 'row'}
      aria-current={isOpen || undefined}
      to={withParam(query, 'webhook', id)}
      preventScrollReset
    >
      <span className="t mono cut grow" title={url}>
        {url}
      </span>
      <span className="m cut hide-s" dir="auto" title={description ?? undefined}>
        {description}
      </span>
      {waiting > 0 ? <span className="m">{words.waiting(waiting)}</span> : null}
      <WebhookState webhook={webhook} />
    </Link>
  )
}

const WebhookState = ({ webhook: { enabled, failingSince, disabledReason } }: { readonly webhook: Webhook }) => {
  const words = useAuditWords().webhooks
  const { ageInWords } = useAges()
  if (!enabled) {
    const isFault = disabledReason !== 'person'
    return (
      <State glyph={isFault ? 'bad' : 'stopped'} tone={isFault ? 'bad' : 'plain'}>
        {words.off[disabledReason ?? 'person']}
      </State>
    )
  }
  return (
    <State glyph={failingSince === null ? 'good' : 'wait'} tone={failingSince === null ? 'plain' : 'wait'}>
      {failingSince === null ? words.on : words.fails(ageInWords(failingSince))}
    </State>
  )
}

/** One webhook: its events, its actions, and its deliveries. */
const WebhookPanel = ({ webhook }: { readonly webhook: Webhook }) => {
  const words = useAuditWords().webhooks
  const { whole } = useFormat()
  const { eventTypes, projectIds, failingSince, previousSecretUntil, replayingUntil } = webhook
  return (
    <section className="panel" aria-label={webhook.url}>
      <dl className="kv pad">
        <Fact name={words.types} className={eventTypes === null ? undefined : 'mono'}>
          {eventTypes === null ? words.everything : eventTypes.join(', ')}
        </Fact>
        <Fact name={words.projects}>
          {projectIds === null ? words.everyProject : words.someProjects(projectIds.length)}
        </Fact>
        <Fact name={words.failsSince}>{failingSince && whole(failingSince)}</Fact>
        <Fact name={words.oldSecret}>{previousSecretUntil && whole(previousSecretUntil)}</Fact>
        <Fact name={words.replaying}>{replayingUntil && whole(replayingUntil)}</Fact>
      </dl>
      <div className="pad">
        <WebhookActions webhook={webhook} />
      </div>
      <Deliveries webhookId={webhook.id} />
    </section>
  )
}

const sample = `POST /atelier HTTP/1.1
webhook-id: 019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11
webhook-timestamp: 1772619330
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "type": "task.merged",
  "timestamp": "2026-03-04T10:15:30.000Z",
  "data": { "position": 812, "eventType": "task.merged", … }
}`

const specification = 'https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md'

/** Types of events that people ask for most. */
const types = [
  'cycle.completed',
  'task.merged',
  'pending_request.created',
  'deliverable_approval.decided',
  'client_invoice.paid',
] as const

/** Some types of events, and one signed message as an address receives it. */
const WebhookSample = () => {
  const words = useAuditWords().webhooks
  return (
    <div className="panel pad">
      <Fold title={words.sample}>
        <p>{words.sampleText}</p>
        <dl className="kv webhook-types">
          {types.map((type) => (
            <Fragment key={type}>
              <dt className="mono">{type}</dt>
              <dd>{words.samples[type]}</dd>
            </Fragment>
          ))}
        </dl>
        <a className="link" href={specification} target="_blank" rel="noreferrer">
          {words.verify}
        </a>
        <div className="webhook-sample">
          <pre className="log" tabIndex={0} aria-label={words.message}>
            {sample}
          </pre>
          <CopyButton text={sample} label={words.copyMessage} />
        </div>
      </Fold>
    </div>
  )
}
