import { domain } from '../../domain.ts'
import { repositoryReads } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'repository-reads', contract: repositoryReads, handlers })
