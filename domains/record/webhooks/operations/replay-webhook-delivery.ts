import { handle } from '../../../../platform/handler/index.ts'
import { replayWebhookDelivery } from '../contract.ts'
import { webhookAuditSubject, presentDelivery } from '../present.ts'
import { lockWebhook } from '../store.ts'
import { findDelivery, insertDelivery } from '../store-deliveries.ts'

export default handle(replayWebhookDelivery, async ({ tx, params, now, fail, absent, accepted }) => {
  const webhook = (await lockWebhook(tx, params.id)) ?? absent()
  const { messageId, eventType, eventPosition } = (await findDelivery(tx, webhook.id, params.deliveryId)) ?? absent()
  if (eventPosition === null) return fail.test()
  if (webhook.disabledAt) return fail.disabled()
  const row = await insertDelivery(tx, webhook.id, { kind: 'replay', messageId, eventType, eventPosition }, now)
  return accepted(presentDelivery(row), webhookAuditSubject(webhook, { deliveryId: row.id, messageId }))
})
