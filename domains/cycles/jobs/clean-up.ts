import { finish, step } from '../../../platform/jobs/index.ts'
import { primaryRepository } from '../../projects/index.ts'
import { refsOf } from '../rules.ts'
import { lockCycle } from '../store.ts'
import { discardWorktrees } from './left-worktrees.ts'
import type { CycleParts } from './parts.ts'

export const cleanUpName = 'clean-up'

/** After a stop: the run's branches go, and worktrees that the stopped step left because its process was dead. */
export const cleanUp = ({ repositories }: CycleParts) =>
  step(cleanUpName, {
    effect: async ({ run, read, step }) => {
      await discardWorktrees(repositories, run.id, step)
      const repository = await read(async (tx) => {
        const cycle = await lockCycle(tx, run.subjectId)
        return cycle && primaryRepository(tx, cycle.projectId)
      })
      if (!repository || !(await repositories.exists(repository.id))) return
      const { integration } = refsOf(run.subjectId, run.number)
      const prefix = integration.slice(0, integration.lastIndexOf('/') + 1)
      for (const { name, sha } of await repositories.listRefs(repository.id, prefix)) {
        await repositories.deleteRef(repository.id, name, { from: sha })
      }
    },
    commit: () => finish(),
  })
