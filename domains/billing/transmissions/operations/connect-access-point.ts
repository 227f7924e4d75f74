import { handle } from '../../../../platform/handler/index.ts'
import { connectionAuditSubject } from '../audit-subject.ts'
import { connect, lacksOf, reconnect, webhookUrlOf } from '../connect.ts'
import { connectAccessPoint } from '../contract.ts'
import type { TransmissionParts } from '../parts.ts'
import { presentConnection } from '../present.ts'
import { holdConnection, lockConnecting } from '../store.ts'

export default (parts: TransmissionParts) =>
  handle(connectAccessPoint, async ({ tx, body, caller, now, fail, invalid, ok }) => {
    await lockConnecting(tx)
    const before = await holdConnection(tx)
    const { environment = before?.environment } = body
    if (before && before.environment !== environment) return fail.otherEnvironment()
    const lacks = before ? [] : lacksOf(body)
    if (lacks.length > 0) return invalid(lacks)
    if (!parts.vault.available) return fail.noVault()
    const by = { now, userId: caller.userId }
    const row = await (before ? reconnect(tx, parts, { before, given: body }, by) : connect(tx, parts, body, by))
    const changed = (['apiKey', 'webhookSecret'] as const).filter((name) => body[name] !== undefined)
    return ok(presentConnection(row, await webhookUrlOf(tx, parts, row)), connectionAuditSubject(row, { changed }))
  })
