import { v7 as uuidv7 } from 'uuid'
import { TreeTooLargeError } from '../../../../execution/repositories/index.ts'
import { goTo, Unrecoverable } from '../../../../platform/jobs/index.ts'
import { takeEnvironments } from '../../../code/environments/index.ts'
import { takeSkills } from '../../../code/skills/index.ts'
import { takeToolServers } from '../../../code/tool-servers/index.ts'
import { planTask } from '../../tasks/index.ts'
import { moveCycle } from '../move.ts'
import { planRun as recordPlan } from '../store.ts'
import { failed } from './failed.ts'
import { cycleRun } from './graph.ts'
import type { CycleParts } from './parts.ts'
import { findWork } from './work.ts'

/** Trying again makes no commit smaller. */
const giveUp = (error: unknown): never => {
  throw error instanceof TreeTooLargeError ? new Unrecoverable(error.message) : error
}

/** Fixes the commit, the environments, the skills and the tool servers that the run begins with, and plans its one task. */
export const planRun = ({ repositories }: CycleParts) =>
  cycleRun.step('plan', {
    failed,
    effect: async ({ run, read, signal }) => {
      const work = await findWork(read, run)
      const baseSha = await repositories.readRef(work.repository.id, work.targetRef)
      if (!baseSha)
        throw new Unrecoverable(`The repository has no branch ${work.targetRef.slice('refs/heads/'.length)}.`)
      if (!work.isDefaultTarget) await repositories.refuseOversized(work.repository.id, baseSha, signal).catch(giveUp)
      await repositories.moveRef(work.repository.id, work.refs.integration, { from: undefined, to: baseSha })
      return { ...work, baseSha }
    },
    commit: async ({ tx, run, now }, { cycle, refs, baseSha }) => {
      await moveCycle(tx, cycle.id, 'start', now)
      await recordPlan(tx, cycle.id, run.id, baseSha, refs.integration)
      const { id: cycleId, projectId, title, description } = cycle
      await takeEnvironments(tx, projectId, run.id)
      await takeSkills(tx, projectId, run.id)
      await takeToolServers(tx, projectId, run.id)
      const place = { number: 1, branch: refs.task(1), baseSha, runId: run.id }
      await planTask(tx, { id: uuidv7(), projectId, cycleId, title, description, now, ...place })
      return goTo(cycleRun.at['check-base'])
    },
  })
