import { domain } from '../../domain.ts'
import { projects } from './contract.ts'
import { purgeProjects, type PurgeParts } from './jobs/purge-projects.ts'
import { purgeRepositories } from './jobs/purge-repositories.ts'
import { removeOrphans } from './jobs/remove-orphans.ts'
import { repackRepositories } from './jobs/repack-repositories.ts'
import routes from './routes.ts'
import { namesOfProjects } from './store-names.ts'
import { projectKind, projectKindEvenDeleted } from './store.ts'
import { grantsOfPerson, removeGrants } from './store-person.ts'

const hourSeconds = 3_600

export default domain({
  name: 'projects',
  contract: projects,
  handlers: routes,
  kinds: { project: projectKind, recorded_project: projectKindEvenDeleted },
  schedules: (parts: PurgeParts) => [
    {
      name: 'repacked-repositories',
      everySeconds: hourSeconds,
      onEachMachine: true,
      work: (context) => repackRepositories(parts, context),
    },
    { name: 'deleted-projects', everySeconds: hourSeconds, work: (context) => purgeProjects(parts, context) },
    { name: 'detached-repositories', everySeconds: hourSeconds, work: (context) => purgeRepositories(parts, context) },
    { name: 'orphaned-repositories', everySeconds: hourSeconds, onEachMachine: true, work: () => removeOrphans(parts) },
  ],
  person: {
    exportIn: async (tx, { userId }) => ({ grants: await grantsOfPerson(tx, userId) }),
    eraseIn: (tx, { userId }) => removeGrants(tx, userId),
  },
  jobActions: ['project.purge', 'repository.purge'],
  names: { project: namesOfProjects },
})
