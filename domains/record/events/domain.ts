import { domain } from '../../domain.ts'
import { events } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'events', contract: events, handlers })
