import { implement } from '../../../platform/handler/index.ts'
import { domain } from '../../domain.ts'
import { programs } from './contract.ts'
import type { GivenParts } from './parts.ts'
import { oauthProtocol } from './protocol.ts'
import { oauthRoutes, programRoutes } from './handlers.ts'
import { removeEndedTokens } from './store.ts'

export default domain({
  name: 'programs',
  contract: programs,
  handlers: (parts: GivenParts) => programRoutes(parts),
  protocols: (parts: GivenParts) => implement(oauthProtocol, oauthRoutes(parts)),
  // Programs open this address; the page asks the person.
  pages: () => [{ path: '/oauth/authorize', to: '/console/connect' }],
  retention: [{ kind: 'programTokens', remove: removeEndedTokens }],
})
