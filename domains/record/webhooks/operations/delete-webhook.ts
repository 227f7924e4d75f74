import { handle } from '../../../../platform/handler/index.ts'
import { deleteWebhook } from '../contract.ts'
import { aboutWebhook } from '../present.ts'
import { deleteWebhookRow } from '../store.ts'

export default handle(deleteWebhook, async ({ tx, params: { id }, absent, ok }) => {
  const { url } = (await deleteWebhookRow(tx, id)) ?? absent()
  return ok({ deleted: true }, aboutWebhook({ id, url }))
})
