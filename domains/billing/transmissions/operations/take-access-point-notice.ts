import type { IncomingMessage } from 'node:http'
import { handle } from '../../../../platform/handler/index.ts'
import { readBody } from '../../../../platform/http/read-body.ts'
import { noticeMostBytes, takeAccessPointNotice } from '../contract.ts'
import { openWebhookKeys, readSigned } from '../keys.ts'
import type { TransmissionParts } from '../parts.ts'
import { connectionByToken, connectionOf, keepNoticeTime } from '../store.ts'
import { wakeTransmission } from '../store-transmissions.ts'

export default ({ database, vault, accessPoints }: TransmissionParts) =>
  handle(takeAccessPointNotice, async ({ params, body, header, now, fail, ok }) => {
    const found = (await database.identity((tx) => connectionByToken(tx, params.token))) ?? fail.unknown()
    const connection = await database.reading(found.workspaceId, (tx) => connectionOf(tx, found.id))
    if (connection?.driver !== params.driver) return fail.unknown()
    // No connection of the database waits for a sender that is slow.
    const bytes = await readBody(body as IncomingMessage, noticeMostBytes)
    if (!vault.available) return fail.noVault()
    const keys = await database.reading(found.workspaceId, (tx) => openWebhookKeys(tx, vault, connection))
    const { read } = accessPoints[connection.driver]
    const notice = readSigned(keys, now, (secret) => read({ bytes, header }, secret)) ?? fail.unsigned()
    await database.within(found.workspaceId, async (tx) => {
      await keepNoticeTime(tx, connection.id, now)
      if (notice.reference !== null)
        await wakeTransmission(tx, { connectionId: connection.id, reference: notice.reference, now })
    })
    return ok({ received: true })
  })
