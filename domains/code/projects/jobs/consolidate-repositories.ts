import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { eachDue, type ScheduledContext } from '../../../../platform/jobs/index.ts'
import { packedRepositories } from '../store-packs.ts'
import { namedObjects } from '../store-refs.ts'
import { workspaceOfRepository } from '../store-repositories.ts'

interface Parts {
  readonly database: Pick<Database, 'identity' | 'reading'>
  readonly repositories: Pick<Repositories, 'consolidate'>
}

/** Consolidates repositories one after the other; one that cannot be is logged and does not hold up the others. */
export const consolidateRepositories = async ({ database, repositories }: Parts, context: ScheduledContext) => {
  const consolidate = async (id: string) => {
    const workspace = await database.identity((tx) => workspaceOfRepository(tx, id))
    if (workspace === undefined) return
    const named = () => database.reading(workspace, (tx) => namedObjects(tx, id))
    await repositories.consolidate(id, { named, signal: context.signal })
  }
  await eachDue(await database.identity(packedRepositories), consolidate, context, {
    failure: 'Could not consolidate a repository',
    about: (repository) => ({ repository }),
  })
}
