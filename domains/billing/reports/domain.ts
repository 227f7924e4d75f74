import { domain } from '../../domain.ts'
import { reports } from './contract.ts'
import routes from './handlers.ts'

export default domain({ name: 'reports', contract: reports, handlers: routes })
