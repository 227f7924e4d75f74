import { domain } from '../../domain.ts'
import { webhooks } from './contract.ts'
import { deliverWebhooks } from './jobs/deliver-webhooks.ts'
import handlers from './handlers.ts'
import { forgetProject } from './store.ts'
import { deliveryExpiry } from './store-deliveries.ts'
import type { WebhookParts } from './deliver-in-turn.ts'

export default domain({
  name: 'webhooks',
  contract: webhooks,
  handlers,
  schedules: (parts: WebhookParts) => [
    { name: 'webhooks', everySeconds: 2, work: (context) => deliverWebhooks(parts, context) },
  ],
  project: () => ({ purge: (tx, projectId) => forgetProject(tx, { projectId }) }),
  retention: [deliveryExpiry],
  jobActions: ['webhook.disable'],
})
