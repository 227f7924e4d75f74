import { parseTimestamp } from '../../../../platform/contract/timestamp.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { replayWebhookEvents } from '../contract.ts'
import { webhookAuditSubject, presentWebhook } from '../present.ts'
import { beginReplay, findWebhook, lockWebhook } from '../store.ts'

const order = { path: 'from', message: 'has to be a time before until, and before now', rule: 'period' }

export default handle(replayWebhookEvents, async ({ tx, params, body, now, fail, invalid, absent, accepted }) => {
  const webhook = (await lockWebhook(tx, params.id)) ?? absent()
  const from = timeOf(body.from)
  const until = body.until === undefined ? now : timeOf(body.until)
  if (!from || !until || from >= until || from >= now) return invalid([order])
  if (webhook.disabledAt) return fail.disabled()
  if (webhook.replayUntil) return fail.replaying()
  // Later events are sent anyway.
  const period = { from, until: until < now ? until : now }
  await beginReplay(tx, { id: webhook.id, ...period })
  const row = (await findWebhook(tx, webhook.id)) ?? absent()
  return accepted(
    presentWebhook(row, now),
    webhookAuditSubject(row, { from: period.from.toISOString(), until: period.until.toISOString() }),
  )
})

const timeOf = (text: string): Date | undefined => {
  const time = new Date(parseTimestamp(text) ?? NaN)
  return Number.isNaN(time.getTime()) ? undefined : time
}
