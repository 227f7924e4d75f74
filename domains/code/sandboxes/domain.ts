import { domain } from '../../domain.ts'
import { sandboxes } from './contract.ts'
import routes from './routes.ts'

export default domain({
  name: 'sandboxes',
  contract: sandboxes,
  handlers: () => routes,
})
