import { domain } from '../../domain.ts'
import { reports } from './contract.ts'
import routes from './routes.ts'

export default domain({ name: 'billing-reports', contract: reports, handlers: routes })
