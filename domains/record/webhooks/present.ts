import type { Static } from '../../../platform/contract/index.ts'
import type { Webhook, WebhookDelivery } from './contract.ts'
import { hostOf } from './rules.ts'
import type { ShownWebhook } from './store.ts'
import type { DeliveryRow, WebhookRow } from './tables.ts'

export const presentWebhook = (row: ShownWebhook, now: Date): Static<typeof Webhook> => {
  const { id, url, description, eventTypes, projectIds, disabledAt, disabledReason, failingSince, waiting } = row
  return {
    id,
    url,
    description,
    eventTypes,
    projectIds,
    enabled: disabledAt === null,
    disabledAt,
    disabledReason,
    failingSince,
    waiting,
    replayingUntil: row.replayUntil,
    previousSecretUntil: row.previousUntil && row.previousUntil > now ? row.previousUntil : null,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

export const presentDelivery = ({ eventPosition: _position, ...row }: DeliveryRow): Static<typeof WebhookDelivery> =>
  row

/** The subject of a webhook's audit rows and events: the agency reads them, and a path may hold a token. */
export const webhookAuditSubject = ({ id, url }: Pick<WebhookRow, 'id' | 'url'>, more: object = {}) => ({
  resource: ['webhook', id] as const,
  metadata: { host: hostOf(url), ...more },
})
