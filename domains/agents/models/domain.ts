import { domain } from '../../domain.ts'
import { models } from './contract.ts'
import handlers from './handlers.ts'
import { removeHarnessPreferences } from './store.ts'

export default domain({
  name: 'models',
  contract: models,
  handlers,
  project: () => ({ purge: (tx, projectId) => removeHarnessPreferences(tx, { projectId }) }),
})
