import type { IncomingMessage } from 'node:http'
import { deliveryReaders, type PaymentNotice } from '../../../../execution/payments/index.ts'
import { record } from '../../../../platform/audit/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { openTries } from '../../../../platform/jobs/index.ts'
import { readBody } from '../../../../platform/http/read-body.ts'
import { connectionAuditSubject } from '../audit-subject.ts'
import { noticeMostBytes, takePaymentNotice } from '../contract.ts'
import { openWebhookKeys } from '../keys.ts'
import type { PaymentParts } from '../parts.ts'
import { connectionByToken, connectionOf, keepNoticeTime } from '../store.ts'
import type { ConnectionRow } from '../tables.ts'
import { takeNotice } from '../take-notice.ts'

const tries = openTries()

export default (parts: PaymentParts) =>
  handle(takePaymentNotice, async ({ params, body, header, now, fail, ok }) => {
    const { database, vault } = parts
    const found = (await database.identity((tx) => connectionByToken(tx, params.token))) ?? fail.unknown()
    const within = database.within.bind(database, found.workspaceId)
    const connection = await database.reading(found.workspaceId, (tx) => connectionOf(tx, found.connectionId))
    if (connection?.provider !== params.provider) return fail.unknown()
    // No connection of the database waits for a sender that is slow.
    const bytes = await readBody(body as IncomingMessage, noticeMostBytes)
    if (!vault.available) return fail.noVault()
    const keys = await database.reading(found.workspaceId, (tx) => openWebhookKeys(tx, vault, connection))
    if (keys?.secret == null) return fail.unsigned()
    const notices = deliveryReaders[connection.provider]({ bytes, header }, keys.secret, now) ?? fail.unsigned()
    await within(async (tx) => keepNoticeTime(tx, connection.id, await tx.now()))
    for (const notice of notices)
      await tries.take(
        `${connection.id} ${notice.eventId}`,
        () => within((tx) => takeNotice(tx, parts, connection, notice)),
        () => within((tx) => setAside(tx, connection, notice)),
      )
    return ok({ notificationResponse: '[accepted]' })
  })

/** Shows that a notice could not be taken. Its payment is still at the provider, and the invoice stays as it is. */
const setAside = async (tx: Transaction, connection: ConnectionRow, { eventId, checkoutId }: PaymentNotice) => {
  const { resource, metadata = {} } = connectionAuditSubject(connection, { eventId, checkoutId })
  record(
    tx,
    {
      action: 'payment_provider.set_aside',
      category: 'execute',
      severity: 'warning',
      outcome: 'failure',
      actor: { type: 'system', id: null },
      source: 'webhook',
      resource,
      details: metadata,
    },
    { name: 'payment_provider.notice_set_aside', entity: resource, payload: { eventId, checkoutId } },
  )
}
