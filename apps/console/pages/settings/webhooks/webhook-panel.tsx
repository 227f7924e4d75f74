import { useFormat } from '../../../format.ts'
import { useAuditWords } from '../../../words/audit/index.ts'
import { Deliveries } from './webhook-deliveries.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import type { Webhook } from './webhook.ts'

/** One webhook: its events, its actions, and its deliveries. */
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
        <WebhookActions webhook={webhook} />
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
