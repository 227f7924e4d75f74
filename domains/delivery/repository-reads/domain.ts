import { domain } from '../../domain.ts'
import { repositoryReads } from './contract.ts'
import routes from './handlers.ts'

export default domain({ name: 'repository-reads', contract: repositoryReads, handlers: routes })
