import { handle } from '../../../../platform/handler/index.ts'
import { unarchiveGrowthProject } from '../contract.ts'
import { presentGrowthProject } from '../present.ts'
import { unarchiveGrowthProjectRow } from '../store.ts'

export default handle(unarchiveGrowthProject, async ({ tx, params: { projectId: id }, fail, ok }) => {
  const project = (await unarchiveGrowthProjectRow(tx, id)) ?? fail.notArchived()
  return ok(presentGrowthProject(project), { resource: ['growth_project', id] })
})
