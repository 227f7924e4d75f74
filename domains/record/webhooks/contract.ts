import { Type } from 'typebox'
import { conflict, contract, operation, to } from '../../../platform/contract/index.ts'
import {
  DeletedAck,
  described,
  Id,
  maybe,
  namedObject,
  lineText,
  oneOf,
  paging,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { eventTypePattern, webhooksMost } from './rules.ts'

const url = text(1, 2_048, {
  examples: ['https://hooks.example.com/atelier'],
  description: 'A public https address. Only administrators see it.',
})
const description = lineText(200, { examples: ['Deploys the site'], description: 'The purpose of the webhook.' })
const filters = {
  eventTypes: maybe(
    Type.Array(Type.String({ pattern: eventTypePattern }), {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      examples: [['task.merged', 'deliverable.*']],
      description: 'Names of events, or a whole subject as `task.*`; null for every event.',
    }),
  ),
  projectIds: maybe(
    Type.Array(Id, {
      maxItems: 100,
      uniqueItems: true,
      description: 'The only projects whose events are sent; null for all, and for events of the workspace itself.',
    }),
  ),
}

const webhookFields = {
  id: Id,
  url,
  description: maybe(description),
  ...filters,
  enabled: Type.Boolean({ description: 'Whether events are sent to it.' }),
  disabledAt: maybe(described(Time, 'When it was switched off; null while it is on.')),
  disabledReason: described(
    maybe(oneOf(['person', 'failures', 'gone'])),
    'Who switched it off: a person, days of failed attempts, or its own answer 410.',
  ),
  failingSince: maybe(described(Time, 'Since when every attempt has failed; else null.')),
  waiting: Type.Integer({ minimum: 0, description: 'Deliveries that wait for an attempt.' }),
  replayingUntil: maybe(described(Time, 'The end of the period whose replay is under way; else null.')),
  previousSecretUntil: maybe(described(Time, 'Until when the secret before the last rotation signs too; else null.')),
  createdAt: Time,
  updatedAt: Time,
}
export const Webhook = namedObject('Webhook', webhookFields)
const WebhookWithSecret = namedObject('WebhookWithSecret', {
  ...webhookFields,
  secret: Type.String({
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    description: 'What its messages are signed with, as Standard Webhooks writes it; shown this once.',
  }),
})

const CreateWebhook = namedObject('CreateWebhook', {
  url,
  description: Type.Optional(description),
  eventTypes: Type.Optional(filters.eventTypes),
  projectIds: Type.Optional(filters.projectIds),
})
const UpdateWebhook = namedObject('UpdateWebhook', {
  url: Type.Optional(url),
  description: Type.Optional(maybe(description)),
  eventTypes: Type.Optional(filters.eventTypes),
  projectIds: Type.Optional(filters.projectIds),
  enabled: Type.Optional(
    Type.Boolean({ description: 'False ends waiting deliveries. True starts with the events after the change.' }),
  ),
})
const RotateWebhookSecret = namedObject('RotateWebhookSecret', {
  overlapHours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 168,
      default: 24,
      examples: [24],
      description: 'How long the secret from before signs too.',
    }),
  ),
})
const ReplayWebhookEvents = namedObject('ReplayWebhookEvents', {
  from: Type.String({
    format: 'date-time',
    examples: ['2026-03-04T10:00:00.000Z'],
    description: 'Events that happened then or later.',
  }),
  until: Type.Optional(
    Type.String({
      format: 'date-time',
      examples: ['2026-03-04T12:00:00.000Z'],
      description: 'Events that happened before this time; by default now.',
    }),
  ),
})

const deliveryFields = {
  id: Id,
  messageId: described(Id, 'The `webhook-id` header: the same in each attempt and replay, and the id of the event.'),
  kind: described(oneOf(['event', 'replay', 'test']), 'Why it was sent.'),
  eventType: Type.String({ examples: ['task.merged'], description: 'The name of the event.' }),
  status: oneOf(['waiting', 'delivered', 'failed']),
  attempts: Type.Integer({ minimum: 0, description: 'How often it was sent.' }),
  nextAttemptAt: maybe(described(Time, 'Not before then it is sent again.')),
  responseStatus: maybe(
    Type.Integer({ examples: [204], description: 'The status of the last answer; null without one.' }),
  ),
  error: maybe(Type.String({ description: 'Why the last attempt failed; null if it did not.' })),
  createdAt: Time,
  endedAt: maybe(Time),
}
export const WebhookDelivery = namedObject('WebhookDelivery', deliveryFields)
const WebhookDeliveryDetail = namedObject('WebhookDeliveryDetail', {
  ...deliveryFields,
  attemptLog: Type.Array(
    namedObject('WebhookAttempt', {
      number: Type.Integer({ minimum: 1, description: 'Which attempt it was.' }),
      attemptedAt: described(Time, 'When it began.'),
      durationMs: Type.Integer({ minimum: 0, description: 'How long it took, in milliseconds.' }),
      responseStatus: maybe(
        Type.Integer({ examples: [204], description: 'The status of the answer; null without one.' }),
      ),
      responseHead: maybe(
        Type.String({
          examples: ['thank you'],
          description: 'The beginning of the answer, without what looks like a secret.',
        }),
      ),
      error: maybe(Type.String({ description: 'Why it failed; null if it did not.' })),
    }),
    { description: 'Every attempt, oldest first.' },
  ),
})

const access = to('administrator')
const disabled = conflict({
  code: 'webhook_disabled',
  message: 'The webhook is switched off. Switch it on first.',
})

export const listWebhooks = operation({
  method: 'GET',
  path: '/v1/api/webhooks',
  summary: 'List the webhooks of the workspace, oldest first',
  reach: 'call',
  access,
  replies: { 200: Type.Array(Webhook) },
  audit: { refusals: 'webhook.list' },
  reads: { webhook: 'all' },
})

export const createWebhook = operation({
  method: 'POST',
  path: '/v1/api/webhooks',
  summary: 'Create a webhook that receives the workspace’s events from now on. Its secret is shown once',
  reach: { page: '/settings/webhooks' },
  access,
  body: CreateWebhook,
  replies: { 201: WebhookWithSecret },
  errors: {
    noVault,
    full: conflict({
      code: 'webhooks_full',
      message: `A workspace has at most ${webhooksMost} webhooks. Delete one first.`,
    }),
  },
  replay: false,
  audit: { action: 'webhook.create', category: 'create', severity: 'notice', event: 'webhook.created' },
})

export const getWebhook = operation({
  method: 'GET',
  path: '/v1/api/webhooks/{id}',
  summary: 'Read a webhook',
  reach: 'call',
  access,
  replies: { 200: Webhook },
  audit: { refusals: 'webhook.get' },
})

export const updateWebhook = operation({
  method: 'PATCH',
  path: '/v1/api/webhooks/{id}',
  summary: 'Update the address or filters of a webhook, or switch it off and on',
  reach: { page: '/settings/webhooks' },
  access,
  body: UpdateWebhook,
  replies: { 200: Webhook },
  audit: { action: 'webhook.update', category: 'update', severity: 'notice', event: 'webhook.updated' },
})

export const deleteWebhook = operation({
  method: 'DELETE',
  path: '/v1/api/webhooks/{id}',
  summary: 'Delete a webhook with its secret and its deliveries',
  reach: { page: '/settings/webhooks' },
  access,
  replies: { 200: DeletedAck },
  audit: { action: 'webhook.delete', category: 'delete', severity: 'notice', event: 'webhook.deleted' },
})

export const rotateWebhookSecret = operation({
  method: 'POST',
  path: '/v1/api/webhooks/{id}/rotate-secret',
  summary: 'Rotate the secret of a webhook. The new one is shown once; the old one also signs for a time',
  reach: { page: '/settings/webhooks' },
  access,
  body: RotateWebhookSecret,
  replies: { 200: WebhookWithSecret },
  errors: { noVault },
  replay: false,
  audit: {
    action: 'webhook.rotate_secret',
    category: 'update',
    severity: 'notice',
    event: 'webhook.secret_rotated',
  },
})

export const testWebhook = operation({
  method: 'POST',
  path: '/v1/api/webhooks/{id}/test',
  summary: 'Send a test message (webhook.test) to a webhook. Its delivery has the outcome',
  reach: 'call',
  access,
  replies: { 202: WebhookDelivery },
  errors: { disabled },
  audit: { action: 'webhook.test', category: 'execute' },
})

export const replayWebhookEvents = operation({
  method: 'POST',
  path: '/v1/api/webhooks/{id}/replay',
  summary: 'Resend the events of a period to a webhook, as its current filters select',
  reach: 'call',
  access,
  body: ReplayWebhookEvents,
  replies: { 202: Webhook },
  errors: {
    disabled,
    replaying: conflict({
      code: 'webhook_replaying',
      message: 'Another period is being replayed. Wait until it has ended, then try again.',
    }),
  },
  audit: { action: 'webhook.replay', category: 'execute', severity: 'notice', event: 'webhook.replay_requested' },
})

export const listWebhookDeliveries = operation({
  method: 'GET',
  path: '/v1/api/webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook in the last 30 days and those waiting, newest first',
  reach: 'call',
  access,
  query: Type.Object({
    status: Type.Optional(oneOf(['waiting', 'delivered', 'failed'])),
    ...paging,
  }),
  replies: { 200: Type.Array(WebhookDelivery) },
  audit: { refusals: 'webhook_delivery.list' },
  reads: { webhook: 'entityId' },
})

export const getWebhookDelivery = operation({
  method: 'GET',
  path: '/v1/api/webhooks/{id}/deliveries/{deliveryId}',
  summary: 'Read a delivery with all its attempts',
  reach: 'call',
  access,
  replies: { 200: WebhookDeliveryDetail },
  audit: { refusals: 'webhook_delivery.get' },
})

export const replayWebhookDelivery = operation({
  method: 'POST',
  path: '/v1/api/webhooks/{id}/deliveries/{deliveryId}/replay',
  summary: 'Resend the message of a delivery, with the same webhook-id',
  reach: 'call',
  access,
  replies: { 202: WebhookDelivery },
  errors: {
    disabled,
    test: conflict({
      code: 'webhook_delivery_is_test',
      message: 'This was a test message without an event. Send another test instead.',
    }),
  },
  audit: { action: 'webhook.replay_delivery', category: 'execute' },
})

export const webhooks = contract({
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  replayWebhookEvents,
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
})
