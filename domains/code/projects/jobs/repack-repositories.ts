import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { ScheduledContext } from '../../../../platform/jobs/index.ts'
import { namedObjects } from '../store-refs.ts'
import { workspaceOfRepository } from '../store-repositories.ts'

interface Parts {
  readonly database: Pick<Database, 'identity' | 'reading'>
  readonly repositories: Pick<Repositories, 'list' | 'repack'>
}

/** Packs the repositories that grew, one after the other; one that cannot be packed does not hold up the others. */
export const repackRepositories = async (
  { database, repositories }: Parts,
  { signal, log }: ScheduledContext,
): Promise<void> => {
  for (const id of await repositories.list()) {
    if (signal.aborted) return
    await repackOne({ database, repositories }, id, signal).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error, repository: id }, 'Could not repack a repository')
    })
  }
}

const repackOne = async ({ database, repositories }: Parts, id: string, signal: AbortSignal) => {
  const workspace = await database.identity((tx) => workspaceOfRepository(tx, id))
  // An import that has not ended yet, or an orphan, which goes as a whole.
  if (workspace === undefined) return
  await repositories.repack(id, () => database.reading(workspace, (tx) => namedObjects(tx, id)), signal)
}
