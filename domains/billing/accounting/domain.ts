import { domain } from '../../domain.ts'
import { accounting } from './contract.ts'
import routes from './handlers.ts'

export default domain({ name: 'accounting', contract: accounting, handlers: routes })
