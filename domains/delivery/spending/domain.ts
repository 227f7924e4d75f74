import { domain } from '../../domain.ts'
import { spending } from './contract.ts'
import routes from './routes.ts'

export default domain({ name: 'spending', contract: spending, handlers: routes })
