import { domain } from '../../domain.ts'
import { evidence } from './contract.ts'
import routes from './routes.ts'

export default domain({
  name: 'evidence',
  contract: evidence,
  handlers: routes,
})
