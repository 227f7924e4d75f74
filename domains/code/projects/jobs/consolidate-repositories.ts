import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { eachDue, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { packedRepositories, removePacks } from '../store-packs.ts'
import { namedObjects } from '../store-refs.ts'

interface Parts {
  readonly database: Pick<Database, 'identity' | 'reading' | 'within'>
  readonly repositories: Pick<Repositories, 'consolidate'>
}

/**
 * Consolidates repositories one after the other; one that cannot be is logged and does not hold up the others. Packs that a
 * step stored while its repository was purged go as the others did.
 */
export const consolidateRepositories = async ({ database, repositories }: Parts, context: ScheduledContext) => {
  const consolidate = async ({ id, workspaceId, isPurged }: Packed) => {
    if (isPurged) return database.within(workspaceId, (tx) => removePacks(tx, id))
    const named = () => database.reading(workspaceId, (tx) => namedObjects(tx, id))
    return repositories.consolidate(id, { named, signal: context.signal })
  }
  await eachDue(await database.identity(packedRepositories), consolidate, context, {
    failure: 'Could not consolidate a repository',
    about: ({ id }) => ({ repository: id }),
  })
}

type Packed = Awaited<ReturnType<typeof packedRepositories>>[number]
