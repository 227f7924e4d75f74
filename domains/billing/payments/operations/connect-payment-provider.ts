import { handle } from '../../../../platform/handler/index.ts'
import { connectionAuditSubject } from '../audit-subject.ts'
import { connect, reconnect, webhookUrlOf } from '../connect.ts'
import { connectPaymentProvider } from '../contract.ts'
import type { PaymentParts } from '../parts.ts'
import { presentConnection } from '../present.ts'
import { faultsOfKeys, isOtherAccount } from '../rules/keys.ts'
import { countLive } from '../store-checkouts.ts'
import { holdConnection, lockConnecting } from '../store.ts'

export default (parts: PaymentParts) =>
  handle(connectPaymentProvider, async ({ tx, body, caller, now, fail, invalid, ok }) => {
    await lockConnecting(tx)
    const before = await holdConnection(tx)
    if (before && before.provider !== body.provider) return fail.otherConnected()
    const faults = faultsOfKeys(body, !before)
    if (faults.length > 0) return invalid(faults)
    if (before && isOtherAccount(body, before) && (await countLive(tx)) > 0) return fail.checkoutsOpen()
    if (!parts.vault.available) return fail.noVault()
    const by = { now, userId: caller.userId }
    const row = await (before ? reconnect(tx, parts, { before, given: body }, by) : connect(tx, parts, body, by))
    const changed = (['apiKey', 'webhookSecret'] as const).filter((name) => body[name] !== undefined)
    return ok(presentConnection(row, await webhookUrlOf(tx, parts, row)), connectionAuditSubject(row, { changed }))
  })
