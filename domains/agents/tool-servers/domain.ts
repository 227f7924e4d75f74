import { domain } from '../../domain.ts'
import { toolServers } from './contract.ts'
import routes from './handlers.ts'
import { removeToolServers } from './store.ts'

export default domain({
  name: 'tool-servers',
  contract: toolServers,
  handlers: routes,
  project: () => ({ purge: removeToolServers }),
})
