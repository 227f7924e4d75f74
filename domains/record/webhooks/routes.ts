import type { Vault } from '../../../platform/crypto/index.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import createWebhook from './operations/create-webhook.ts'
import deleteWebhook from './operations/delete-webhook.ts'
import getWebhook from './operations/get-webhook.ts'
import getWebhookDelivery from './operations/get-webhook-delivery.ts'
import listWebhookDeliveries from './operations/list-webhook-deliveries.ts'
import listWebhooks from './operations/list-webhooks.ts'
import replayWebhookDelivery from './operations/replay-webhook-delivery.ts'
import replayWebhookEvents from './operations/replay-webhook-events.ts'
import rotateWebhookSecret from './operations/rotate-webhook-secret.ts'
import testWebhook from './operations/test-webhook.ts'
import updateWebhook from './operations/update-webhook.ts'

export default (parts: { readonly vault: Vault; readonly fetcher: Fetcher }) => ({
  listWebhooks,
  createWebhook: createWebhook(parts),
  getWebhook,
  updateWebhook: updateWebhook(parts),
  deleteWebhook,
  rotateWebhookSecret: rotateWebhookSecret(parts),
  testWebhook,
  replayWebhookEvents,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
})
