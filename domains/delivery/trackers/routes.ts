import createTracker from './operations/create-tracker.ts'
import deleteTracker from './operations/delete-tracker.ts'
import getProjectTracker from './operations/get-project-tracker.ts'
import linkProjectTracker from './operations/link-project-tracker.ts'
import listProjectLinearSessions from './operations/list-project-linear-sessions.ts'
import listTrackers from './operations/list-trackers.ts'
import renewTracker from './operations/renew-tracker.ts'
import setTrackerSecret from './operations/set-tracker-secret.ts'
import takeTrackerDelivery from './operations/take-tracker-delivery.ts'
import testTracker from './operations/test-tracker.ts'
import unlinkProjectTracker from './operations/unlink-project-tracker.ts'
import type { TrackerParts } from './parts.ts'

export default (parts: TrackerParts) => ({
  listProjectLinearSessions,
  listTrackers: listTrackers(parts),
  createTracker: createTracker(parts),
  renewTracker: renewTracker(parts),
  setTrackerSecret: setTrackerSecret(parts),
  testTracker: testTracker(parts),
  deleteTracker,
  getProjectTracker,
  linkProjectTracker,
  unlinkProjectTracker,
  takeTrackerDelivery: takeTrackerDelivery(parts),
})
