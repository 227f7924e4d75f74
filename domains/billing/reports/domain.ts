import { domain } from '../../domain.ts'
import { reports } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'reports', contract: reports, handlers })
