import { handle } from '../../../../platform/handler/index.ts'
import { renewTracker } from '../contract.ts'
import { trackerKeys } from '../keys.ts'
import type { TrackerParts } from '../parts.ts'
import { presentTracker, trackerAuditSubject, webhookPath } from '../present.ts'
import { endsOf } from '../rules.ts'
import { findTracker, lockTrackers, renewTracker as renew } from '../store-trackers.ts'

export default ({ vault, linkTo }: Pick<TrackerParts, 'vault' | 'linkTo'>) =>
  handle(renewTracker, async ({ tx, params, body, now, fail, absent, ok }) => {
    await lockTrackers(tx)
    const before = (await findTracker(tx, params.id)) ?? absent()
    if (!vault.available) return fail.noVault()
    const { token, refresh } = body
    const { webhookSecret, hookToken } = await trackerKeys.open(tx, vault, before.id, before)
    const keys = { token, webhookSecret, hookToken, ...(refresh && { refresh }) }
    const sealed = await trackerKeys.seal(tx, vault, before.id, keys)
    const { ciphertext } = before
    const row = (await renew(tx, { id: before.id, before: ciphertext, ...sealed, ...endsOf(body, now) })) ?? absent()
    return ok(presentTracker(row, linkTo(webhookPath(hookToken))), trackerAuditSubject(row, { changed: ['token'] }))
  })
