import { domain } from '../../domain.ts'
import { growthSettings } from './contract.ts'
import handlers from './handlers.ts'

export default domain({ name: 'settings', contract: growthSettings, handlers })
