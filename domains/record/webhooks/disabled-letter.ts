import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { queueAndDeliver, type Mailer } from '../../../platform/mail/index.ts'
import { workspaceAdministrators } from '../../accounts/workspaces/index.ts'
import { failingDaysMost, hostOf } from './rules.ts'
import type { WebhookRow } from './tables.ts'

type DisableReason = 'failures' | 'gone'

const whatHappened = (host: string): Readonly<Record<DisableReason, string>> => ({
  failures: `Every message to your webhook at ${host} has failed for ${failingDaysMost} days, so Atelier has switched it off.`,
  gone: `Your webhook at ${host} answered 410: it does not want messages any more. Atelier has switched it off.`,
})

const whatToDo = [
  'The log of its deliveries says what its answers were: atelier webhooks deliveries.',
  'When it works again, switch it on: atelier webhooks enable. To have the events sent that it missed: atelier webhooks replay.',
]

/** Records that a webhook was switched off by its own answers, and notifies the administrators. */
export const notifyWebhookDisabled = async (
  tx: Transaction,
  mailer: Pick<Mailer, 'queueMail' | 'deliver'>,
  { id, url, failingSince }: Pick<WebhookRow, 'id' | 'url' | 'failingSince'>,
  reason: DisableReason,
) => {
  const host = hostOf(url)
  const details = { host, reason, failingSince: failingSince?.toISOString() ?? null }
  record(
    tx,
    {
      action: 'webhook.disable',
      category: 'update',
      severity: 'warning',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source: 'system',
      resource: ['webhook', id],
      details,
    },
    { name: 'webhook.disabled', entity: ['webhook', id], payload: details },
  )
  for (const { name, email } of await workspaceAdministrators(tx))
    await queueAndDeliver(mailer, tx, {
      to: { name, address: email },
      kind: 'webhook.disabled',
      subject: `The webhook at ${host} is switched off`,
      paragraphs: [whatHappened(host)[reason], ...whatToDo],
    })
}
