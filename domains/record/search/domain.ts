import { domain } from '../../domain.ts'
import { searching } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'search', contract: searching, handlers })
