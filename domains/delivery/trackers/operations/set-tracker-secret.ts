import { handle } from '../../../../platform/handler/index.ts'
import { setTrackerSecret } from '../contract.ts'
import { trackerKeys } from '../keys.ts'
import type { TrackerParts } from '../parts.ts'
import { presentTracker, trackerAuditSubject, webhookPath } from '../present.ts'
import { findTracker, lockTrackers, setTrackerKeys } from '../store-trackers.ts'

export default ({ vault, linkTo }: Pick<TrackerParts, 'vault' | 'linkTo'>) =>
  handle(setTrackerSecret, async ({ tx, params, body, fail, absent, ok }) => {
    await lockTrackers(tx)
    const before = (await findTracker(tx, params.id)) ?? absent()
    if (!vault.available) return fail.noVault()
    const keys = await trackerKeys.open(tx, vault, before.id, before)
    const sealed = await trackerKeys.seal(tx, vault, before.id, { ...keys, webhookSecret: body.webhookSecret })
    const row = (await setTrackerKeys(tx, { id: before.id, ...sealed })) ?? absent()
    const changed = { changed: ['webhookSecret'] }
    return ok(presentTracker(row, linkTo(webhookPath(keys.hookToken))), trackerAuditSubject(row, changed))
  })
