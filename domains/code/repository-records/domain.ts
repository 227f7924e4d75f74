import type { Database } from '../../../platform/db/database.ts'
import { domain } from '../../domain.ts'
import { purgeRepositories } from './jobs/purge-repositories.ts'

const hourSeconds = 3_600

export default domain({
  name: 'repository-records',
  schedules: (parts: { readonly database: Database }) => [
    { name: 'detached-repositories', everySeconds: hourSeconds, work: (context) => purgeRepositories(parts, context) },
  ],
  jobActions: ['repository.purge'],
})
