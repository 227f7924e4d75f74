import { domain } from '../../domain.ts'
import { artifacts } from './contract.ts'
import type { FileParts } from './parts.ts'
import { removeOldArtifacts } from './remove-old.ts'
import routes from './handlers.ts'
import { objectsOf } from './rules.ts'
import { purgeArtifacts } from './store-space.ts'

export default domain({
  name: 'artifacts',
  contract: artifacts,
  handlers: routes,
  schedules: (parts: FileParts) => [
    { name: 'old-artifacts', everySeconds: 3_600, work: (context) => removeOldArtifacts(parts, context) },
  ],
  project: () => ({ filesOf: (id) => [objectsOf(id)], purge: purgeArtifacts }),
})
