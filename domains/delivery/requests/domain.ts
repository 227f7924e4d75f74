import { domain } from '../../domain.ts'
import { requests } from './contract.ts'
import { keepDeadlines, type DeadlineParts } from './jobs/keep-deadlines.ts'
import handlers from './handlers.ts'
import { namesOfRequests, removeRequests, findRequest, decisionsOf, clearDeciderName } from './store.ts'
import { isAgency, type ProjectKind } from '../../../platform/access/index.ts'

/** A decision of the agency is hidden from all others, agents included. */
const pendingRequestKind: ProjectKind = async (tx, id, { role }) => {
  const row = await findRequest(tx, { id })
  return row && (isAgency(role) || row.requiredActor === 'client') ? row : undefined
}

export default domain({
  name: 'requests',
  contract: requests,
  handlers,
  kinds: { pending_request: pendingRequestKind },
  schedules: (parts: DeadlineParts) => [
    { name: 'request-deadlines', everySeconds: 60, work: (context) => keepDeadlines(parts, context) },
  ],
  project: () => ({ purge: (tx, projectId) => removeRequests(tx, { projectId }) }),
  person: { lists: { decisions: decisionsOf }, eraseIn: (tx, { userId }) => clearDeciderName(tx, { userId }) },
  jobActions: ['pending_request.create', 'pending_request.expire'],
  names: { pending_request: namesOfRequests },
})
