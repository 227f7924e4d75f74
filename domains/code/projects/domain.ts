import type { Repositories } from '../../../execution/repositories/index.ts'
import { domain } from '../../domain.ts'
import { projects } from './contract.ts'
import { purgeProjects, type PurgeParts } from './jobs/purge-projects.ts'
import { consolidateRepositories } from './jobs/consolidate-repositories.ts'
import handlers from './handlers.ts'
import { namesOfProjects, projectKind, projectKindEvenDeleted } from './store.ts'
import { grantsOfPerson, removeGrants } from './store-sharing.ts'

const hourSeconds = 3_600

export default domain({
  name: 'projects',
  contract: projects,
  handlers,
  kinds: { project: projectKind, recorded_project: projectKindEvenDeleted },
  schedules: (parts: PurgeParts & { readonly repositories: Repositories }) => [
    {
      name: 'consolidated-repositories',
      everySeconds: hourSeconds,
      work: (context) => consolidateRepositories(parts, context),
    },
    { name: 'deleted-projects', everySeconds: hourSeconds, work: (context) => purgeProjects(parts, context) },
  ],
  person: {
    exportIn: async (tx, { userId }) => ({ grants: await grantsOfPerson(tx, { userId }) }),
    eraseIn: (tx, { userId }) => removeGrants(tx, { userId }),
  },
  jobActions: ['project.purge'],
  names: { project: namesOfProjects },
})
