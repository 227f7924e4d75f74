import { domain } from '../../domain.ts'
import { repositories } from './contract.ts'
import routes from './handlers.ts'

export default domain({ name: 'repositories', contract: repositories, handlers: routes })
