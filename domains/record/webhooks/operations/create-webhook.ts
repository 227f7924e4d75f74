import { v7 as uuidv7 } from 'uuid'
import type { Vault } from '../../../../platform/crypto/index.ts'
import type { Fetcher } from '../../../../platform/fetch/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { isAllowed, wrongAddress } from '../address.ts'
import { createWebhook } from '../contract.ts'
import { unknownProjects } from '../filters.ts'
import { webhookAuditSubject, presentWebhook } from '../present.ts'
import { webhooksMost } from '../rules.ts'
import { makeSecret } from '../secret.ts'
import { findWebhook, insertWebhook, lockAndCountWebhooks } from '../store.ts'

export default ({ vault, fetcher }: { readonly vault: Vault; readonly fetcher: Fetcher }) =>
  handle(createWebhook, async ({ tx, body, caller, now, fail, invalid, absent, created }) => {
    const { url, description = null, eventTypes = null, projectIds = null } = body
    const faults = [
      ...(isAllowed(url, fetcher) ? [] : [wrongAddress]),
      ...(await unknownProjects(tx, projectIds, caller)),
    ]
    if (faults.length > 0) return invalid(faults)
    if (!vault.available) return fail.noVault()
    if ((await lockAndCountWebhooks(tx)) >= webhooksMost) return fail.full()
    const id = uuidv7()
    const { secret, sealed } = await makeSecret(tx, vault, id)
    await insertWebhook(tx, { id, url, description, eventTypes, projectIds, now, userId: caller.userId, ...sealed })
    const row = (await findWebhook(tx, id)) ?? absent()
    return created({ ...presentWebhook(row, now), secret }, webhookAuditSubject(row, { eventTypes, projectIds }))
  })
