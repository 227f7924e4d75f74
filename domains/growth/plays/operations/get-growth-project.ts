import { handle } from '../../../../platform/handler/index.ts'
import { findGrowthProject, readProject } from '../../research/index.ts'
import { getGrowthProject } from '../contract.ts'
import { newestPlays } from '../store.ts'

export default handle(getGrowthProject, async ({ tx, params, absent, ok }) => {
  const project = (await findGrowthProject(tx, params.projectId)) ?? absent()
  return ok({ ...(await readProject(tx, project)), plays: await newestPlays(tx, project.id) })
})
