import { domain } from '../../domain.ts'
import { repositories } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'repositories', contract: repositories, handlers })
