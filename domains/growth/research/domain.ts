import { domain } from '../../domain.ts'
import { research } from './contract.ts'
import type { ResearchWork } from './parts.ts'
import { researchJobActions } from './record-changes.ts'
import routes from './routes.ts'
import { namesOfGrowthProjects } from './store-names.ts'
import { findGrowthProject, foundGrowthProjects, growthProjectsOfPerson } from './store.ts'
import { pagesDueIn, removeOldPages } from './store-pages.ts'
import { researchWorkflow } from './workflow.ts'

export default domain({
  name: 'research',
  contract: research,
  handlers: routes,
  kinds: { growth_project: async (tx, id) => (await findGrowthProject(tx, id)) && { projectId: null } },
  names: { growth_project: namesOfGrowthProjects },
  workflows: (parts: ResearchWork) => [researchWorkflow(parts)],
  person: { exportIn: async (tx, { userId }) => ({ growthProjects: await growthProjectsOfPerson(tx, userId) }) },
  foundByName: { growth: foundGrowthProjects },
  retention: [{ kind: 'growthPages', dueIn: pagesDueIn, remove: removeOldPages }],
  jobActions: researchJobActions,
})
