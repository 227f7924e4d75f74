import { handle } from '../../../../platform/handler/index.ts'
import { getGrowthProject } from '../contract.ts'
import { readProject } from '../read-project.ts'
import { findGrowthProject } from '../store.ts'

export default handle(getGrowthProject, async ({ tx, params, absent, ok }) =>
  ok(await readProject(tx, (await findGrowthProject(tx, params.projectId)) ?? absent())),
)
