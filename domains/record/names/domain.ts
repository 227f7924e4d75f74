import { domain } from '../../domain.ts'
import { names } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'names', contract: names, handlers })
