import { handle } from '../../../../platform/handler/index.ts'
import { listTrackers } from '../contract.ts'
import type { TrackerParts } from '../parts.ts'
import { presentTracker } from '../present.ts'
import { trackers } from '../store-trackers.ts'
import { webhookUrlOf } from '../webhook-url.ts'

export default (parts: Pick<TrackerParts, 'vault' | 'linkTo'>) =>
  handle(listTrackers, async ({ tx, caller, ok }) => {
    const shown = []
    for (const row of await trackers(tx)) shown.push(presentTracker(row, await webhookUrlOf(tx, parts, row, caller)))
    return ok(shown)
  })
