import { handle } from '../../../../platform/handler/index.ts'
import { archiveGrowthProject } from '../contract.ts'
import { presentGrowthProject } from '../present.ts'
import { isAtWork } from '../rules.ts'
import { archiveGrowthProjectRow, lockGrowthProject } from '../store.ts'
import { newestGrowthRun } from '../store-runs.ts'

export default handle(
  archiveGrowthProject,
  async ({ tx, params: { projectId: id }, caller, now, absent, fail, ok }) => {
    const project = (await lockGrowthProject(tx, id)) ?? absent()
    if (project.archivedAt !== null) return fail.archived()
    if (isAtWork((await newestGrowthRun(tx, id))?.status)) return fail.running()
    const archived = (await archiveGrowthProjectRow(tx, id, now, caller.userId)) ?? fail.archived()
    return ok(presentGrowthProject(archived), { resource: ['growth_project', id] })
  },
)
