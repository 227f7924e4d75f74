import { domain } from '../../domain.ts'
import { metrics } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'metrics', contract: metrics, handlers: () => handlers })
