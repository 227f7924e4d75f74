import { handle } from '../../../../platform/handler/index.ts'
import { deleteWebhook } from '../contract.ts'
import { webhookAuditSubject } from '../present.ts'
import { deleteWebhookRow } from '../store.ts'

export default handle(deleteWebhook, async ({ tx, params: { id }, absent, ok }) => {
  const { url } = (await deleteWebhookRow(tx, id)) ?? absent()
  return ok({ deleted: true }, webhookAuditSubject({ id, url }))
})
