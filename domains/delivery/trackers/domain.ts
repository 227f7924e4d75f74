import { domain } from '../../domain.ts'
import { trackers } from './contract.ts'
import routes from './routes.ts'
import { removeLinearSessions } from './store.ts'

export default domain({
  name: 'trackers',
  contract: trackers,
  handlers: routes,
  project: () => ({ purge: removeLinearSessions }),
})
