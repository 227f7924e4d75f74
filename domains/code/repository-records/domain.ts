import type { Database } from '../../../platform/db/database.ts'
import type { ObjectStore } from '../../../platform/storage/index.ts'
import { domain } from '../../domain.ts'
import { purgeRepositories } from './jobs/purge-repositories.ts'
import { removeObjects } from './jobs/remove-objects.ts'

const hourSeconds = 3_600

interface Parts {
  readonly database: Database
  readonly objects: ObjectStore
}

export default domain({
  name: 'repository-records',
  schedules: (parts: Parts) => [
    { name: 'removed-objects', everySeconds: hourSeconds, work: (context) => removeObjects(parts, context) },
    { name: 'detached-repositories', everySeconds: hourSeconds, work: (context) => purgeRepositories(parts, context) },
  ],
  jobActions: ['repository.purge'],
})
