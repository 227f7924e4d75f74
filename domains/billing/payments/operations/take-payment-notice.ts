import type { IncomingMessage } from 'node:http'
import { deliveryReaders } from '../../../../execution/payments/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { openTries } from '../../../../platform/jobs/index.ts'
import { readBody } from '../../../../platform/http/read-body.ts'
import { noticeMostBytes, takePaymentNotice } from '../contract.ts'
import { openWebhookKeys, readSigned } from '../keys.ts'
import type { PaymentParts } from '../parts.ts'
import { connectionByToken, connectionOf, keepNoticeTime } from '../store.ts'
import { setNoticeAside } from '../set-notice-aside.ts'
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
    const read = deliveryReaders[connection.provider]
    const notices = readSigned(keys, now, (secret) => read({ bytes, header }, secret, now)) ?? fail.unsigned()
    await within(async (tx) => keepNoticeTime(tx, connection.id, await tx.now()))
    for (const notice of notices)
      await tries.take(
        `${connection.id} ${notice.eventId}`,
        () => within((tx) => takeNotice(tx, parts, connection, notice)),
        () => within((tx) => setNoticeAside(tx, parts, connection, notice)),
      )
    return ok({ notificationResponse: '[accepted]' })
  })
