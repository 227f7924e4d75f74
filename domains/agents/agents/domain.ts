import { domain } from '../../domain.ts'
import { agents } from './contract.ts'
import { agentKind, faultsOfNamed } from './find-agent.ts'
import handlers from './handlers.ts'
import { namesOfAgents, removeAgents } from './store.ts'

export default domain({
  name: 'agents',
  contract: agents,
  handlers,
  kinds: { agent: agentKind },
  project: () => ({ purge: removeAgents, faultsOf: faultsOfNamed }),
  names: { agent: namesOfAgents },
})
