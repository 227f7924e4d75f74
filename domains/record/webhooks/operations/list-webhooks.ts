import { handle } from '../../../../platform/handler/index.ts'
import { listWebhooks } from '../contract.ts'
import { presentWebhook } from '../present.ts'
import { listWebhookRows } from '../store.ts'

export default handle(listWebhooks, async ({ tx, now, ok }) =>
  ok((await listWebhookRows(tx)).map((row) => presentWebhook(row, now))),
)
