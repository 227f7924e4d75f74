import { domain } from '../../domain.ts'
import { requests } from './contract.ts'
import { keepDeadlines, type DeadlineParts } from './jobs/keep-deadlines.ts'
import { pendingRequestKind } from './kind.ts'
import routes from './routes.ts'
import { namesOfRequests } from './store-names.ts'
import { removeRequests } from './store.ts'
import { decisionsOf, forgetDecider } from './store-person.ts'

export default domain({
  name: 'requests',
  contract: requests,
  handlers: routes,
  kinds: { pending_request: pendingRequestKind },
  schedules: (parts: DeadlineParts) => [
    { name: 'request-deadlines', everySeconds: 60, work: (context) => keepDeadlines(parts, context) },
  ],
  project: () => ({ purge: removeRequests }),
  person: {
    lists: { decisions: decisionsOf },
    eraseIn: (tx, { userId }) => forgetDecider(tx, userId),
  },
  jobActions: ['pending_request.create', 'pending_request.expire'],
  names: { pending_request: namesOfRequests },
})
