import type { Vault } from '../../../../platform/crypto/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { rotateWebhookSecret } from '../contract.ts'
import { webhookAuditSubject, presentWebhook } from '../present.ts'
import { makeSecret } from '../secret.ts'
import { findWebhook, lockWebhook, rotateSecret } from '../store.ts'

const hourMs = 3_600_000

export default ({ vault }: { readonly vault: Vault }) =>
  handle(rotateWebhookSecret, async ({ tx, params, body, caller, now, fail, absent, ok }) => {
    const { overlapHours = 24 } = body
    const { id } = (await lockWebhook(tx, params.id)) ?? absent()
    if (!vault.available) return fail.noVault()
    const { secret, sealed } = await makeSecret(tx, vault, id)
    const until = overlapHours === 0 ? null : new Date(now.getTime() + overlapHours * hourMs)
    await rotateSecret(tx, { id, until, now, userId: caller.userId, ...sealed })
    const row = (await findWebhook(tx, id)) ?? absent()
    return ok({ ...presentWebhook(row, now), secret }, webhookAuditSubject(row, { overlapHours }))
  })
