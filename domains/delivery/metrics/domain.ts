import { domain } from '../../domain.ts'
import { metrics } from './contract.ts'
import routes from './handlers.ts'

export default domain({ name: 'metrics', contract: metrics, handlers: () => routes })
