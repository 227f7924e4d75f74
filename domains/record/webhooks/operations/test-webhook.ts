import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../../platform/handler/index.ts'
import { testWebhook } from '../contract.ts'
import { testType } from '../message.ts'
import { webhookAuditSubject, presentDelivery } from '../present.ts'
import { lockWebhook } from '../store.ts'
import { insertDelivery } from '../store-deliveries.ts'

export default handle(testWebhook, async ({ tx, params, now, fail, absent, accepted }) => {
  const webhook = (await lockWebhook(tx, params.id)) ?? absent()
  if (webhook.disabledAt) return fail.disabled()
  const about = { kind: 'test', messageId: uuidv7(), eventType: testType, eventPosition: null } as const
  const row = await insertDelivery(tx, webhook.id, about, now)
  return accepted(presentDelivery(row), webhookAuditSubject(webhook, { deliveryId: row.id }))
})
