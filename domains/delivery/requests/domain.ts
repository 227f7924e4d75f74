import { domain } from '../../domain.ts'
import { requests } from './contract.ts'
import { pendingRequestKind } from './kind.ts'
import routes from './routes.ts'
import { removeRequests } from './store.ts'
import { decisionsOf, forgetDecider } from './store-person.ts'

export default domain({
  name: 'requests',
  contract: requests,
  handlers: routes,
  kinds: { pending_request: pendingRequestKind },
  project: () => ({ purge: removeRequests }),
  person: {
    lists: { decisions: decisionsOf },
    eraseIn: (tx, { userId }) => forgetDecider(tx, userId),
  },
  jobActions: ['pending_request.create'],
})
