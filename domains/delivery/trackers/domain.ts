import { domain } from '../../domain.ts'
import { warnOfEnds } from '../../code/connections/index.ts'
import { trackers } from './contract.ts'
import { readIssues } from './jobs/read-issues.ts'
import { renewTokens } from './jobs/renew-tokens.ts'
import { tellTrackers } from './jobs/tell-trackers.ts'
import type { TrackerParts } from './parts.ts'
import handlers from './handlers.ts'
import { removeLinearSessions } from './store.ts'
import { deliveryRetention, endingTrackers, hintIssues, removeTrackerLink } from './store-trackers.ts'

export default domain({
  name: 'trackers',
  contract: trackers,
  handlers,
  schedules: (parts: TrackerParts) => [
    { name: 'tracker-issues', everySeconds: 5, work: (context) => readIssues(parts, context) },
    { name: 'tracker-tokens', everySeconds: 30, work: (context) => renewTokens(parts, context) },
    {
      name: 'tracker-ends',
      everySeconds: 600,
      work: (context) => warnOfEnds(parts, 'tracker', endingTrackers, context),
    },
    { name: 'tracker-posts', everySeconds: 5, work: (context) => tellTrackers(parts, context) },
  ],
  project: () => ({
    end: removeTrackerLink,
    purge: async (tx, projectId) => {
      await removeLinearSessions(tx, { projectId })
      await removeTrackerLink(tx, projectId)
    },
  }),
  codeHost: { delivered: (tx, { projectId, now }) => hintIssues(tx, { projectId, now }) },
  jobActions: ['tracker.set_aside'],
  retention: [deliveryRetention],
})
