import { handle } from '../../../../platform/handler/index.ts'
import { getWebhookDelivery } from '../contract.ts'
import { presentDelivery } from '../present.ts'
import { attemptsOf, findDelivery } from '../store-deliveries.ts'

export default handle(getWebhookDelivery, async ({ tx, params, absent, ok }) => {
  const row = (await findDelivery(tx, params.id, params.deliveryId)) ?? absent()
  return ok({ ...presentDelivery(row), attemptLog: await attemptsOf(tx, row.id) })
})
