import { domain } from '../../domain.ts'
import { webProviders } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'web-search', contract: webProviders, handlers })
