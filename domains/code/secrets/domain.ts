import { domain } from '../../domain.ts'
import { secrets } from './contract.ts'
import routes from './routes.ts'
import { foundSecrets, removeSecrets } from './store.ts'

export default domain({
  name: 'secrets',
  contract: secrets,
  handlers: routes,
  foundByName: { secret: foundSecrets },
  project: () => ({ purge: removeSecrets }),
})
