import { handle } from '../../../../platform/handler/index.ts'
import { getWebhook } from '../contract.ts'
import { presentWebhook } from '../present.ts'
import { findWebhook } from '../store.ts'

export default handle(getWebhook, async ({ tx, params, now, absent, ok }) =>
  ok(presentWebhook((await findWebhook(tx, params.id)) ?? absent(), now)),
)
