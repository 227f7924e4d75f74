import { domain } from '../../domain.ts'
import { environments } from './contract.ts'
import { faultsOfNamed } from './faults-of-named.ts'
import routes from './routes.ts'
import { removeEnvironments } from './store.ts'

export default domain({
  name: 'environments',
  contract: environments,
  handlers: () => routes,
  project: () => ({ purge: removeEnvironments, faultsOf: faultsOfNamed }),
})
