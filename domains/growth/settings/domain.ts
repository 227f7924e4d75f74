import { domain } from '../../domain.ts'
import { growthSettings } from './contract.ts'
import routes from './handlers.ts'

export default domain({ name: 'settings', contract: growthSettings, handlers: routes })
