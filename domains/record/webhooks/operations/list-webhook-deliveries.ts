import { pageMost } from '../../../../platform/contract/index.ts'
import { cursorOf } from '../../../../platform/db/page.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { listWebhookDeliveries } from '../contract.ts'
import { presentDelivery } from '../present.ts'
import { findWebhook } from '../store.ts'
import { deliveryPage } from '../store-deliveries.ts'

export default handle(listWebhookDeliveries, async ({ tx, params, query, next, absent, ok }) => {
  const { cursor, limit = pageMost, status } = query
  const { id } = (await findWebhook(tx, params.id)) ?? absent()
  const page = await deliveryPage(tx, id, cursorOf(cursor), limit, status)
  next(page.next, page.count)
  return ok(page.rows.map(presentDelivery))
})
