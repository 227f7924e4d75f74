import { domain } from '../../domain.ts'
import { models } from './contract.ts'
import routes from './handlers.ts'
import { removeHarnessPreferences } from './store.ts'

export default domain({
  name: 'models',
  contract: models,
  handlers: routes,
  project: () => ({ purge: removeHarnessPreferences }),
})
