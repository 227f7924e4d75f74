import { handle } from '../../../../platform/handler/index.ts'
import { getGrowthBrain } from '../contract.ts'
import { readBrainOf } from '../read-project.ts'
import { findGrowthProject } from '../store.ts'

export default handle(getGrowthBrain, async ({ tx, params, query, absent, fail, ok }) => {
  const project = (await findGrowthProject(tx, params.projectId)) ?? absent()
  return ok((await readBrainOf(tx, project, query.version)) ?? fail.noBrain())
})
