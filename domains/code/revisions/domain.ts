import type { ObjectStore } from '../../../platform/storage/index.ts'
import type { Repositories } from '../../../execution/repositories/index.ts'
import { domain } from '../../domain.ts'
import { beginHistory } from './begin-history.ts'
import { revisions } from './contract.ts'
import routes from './routes.ts'
import { countRevisions } from './store.ts'

interface Parts {
  readonly repositories: Repositories
  readonly objects: ObjectStore
}

export default domain({
  name: 'revisions',
  contract: revisions,
  handlers: routes,
  project: ({ repositories, objects }: Parts) => ({
    count: countRevisions,
    begin: (tx, project) => beginHistory(repositories, tx, project),
    removeFiles: (id) => objects.removeUnder(`manifests/${id}`),
  }),
})
