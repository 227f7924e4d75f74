import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { inWorkspacesOf, type ScheduledContext, type Turn } from '../../../../platform/jobs/index.ts'
import { namedObjects, removeContent } from '../../repository-records/index.ts'
import { packedRepositories } from '../store.ts'

interface Parts {
  readonly database: Pick<Database, 'identity' | 'reading' | 'within'>
  readonly repositories: Pick<Repositories, 'consolidate'>
}

/** Consolidates repositories in turn, and deletes packs that a step stored while its repository was purged. */
export const consolidateRepositories = async ({ database, repositories }: Parts, context: ScheduledContext) => {
  const consolidate = async ({ id, workspaceId, isPurged }: Packed, { signal }: Turn) => {
    if (isPurged) return database.within(workspaceId, (tx) => removeContent(tx, id))
    const named = () => database.reading(workspaceId, (tx) => namedObjects(tx, id))
    return repositories.consolidate(id, { named, signal })
  }
  await inWorkspacesOf(await database.identity(packedRepositories), consolidate, context, {
    failure: 'Could not consolidate a repository',
    about: ({ id }) => ({ repository: id }),
  })
}

type Packed = Awaited<ReturnType<typeof packedRepositories>>[number]
