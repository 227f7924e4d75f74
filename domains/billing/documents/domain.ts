import { domain } from '../../domain.ts'
import { documents } from './contract.ts'
import routes from './routes.ts'

export default domain({
  name: 'documents',
  contract: documents,
  handlers: routes,
})
