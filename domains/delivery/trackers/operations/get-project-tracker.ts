import { handle } from '../../../../platform/handler/index.ts'
import { getProjectTracker } from '../contract.ts'
import { presentLink } from '../present.ts'
import { findTrackerLink } from '../store-trackers.ts'

export default handle(getProjectTracker, async ({ tx, params, ok }) =>
  ok(presentLink(await findTrackerLink(tx, params.id))),
)
