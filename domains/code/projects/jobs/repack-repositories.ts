import type { Repositories } from '../../../../execution/repositories/index.ts'
import type { ScheduledContext } from '../../../../platform/jobs/index.ts'

interface Parts {
  readonly repositories: Pick<Repositories, 'list' | 'repack'>
}

/** Packs the repositories that grew, one after the other; one that cannot be packed does not hold up the others. */
export const repackRepositories = async ({ repositories }: Parts, { signal, log }: ScheduledContext): Promise<void> => {
  for (const id of await repositories.list()) {
    if (signal.aborted) return
    await repositories.repack(id, signal).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error, repository: id }, 'Could not repack a repository')
    })
  }
}
