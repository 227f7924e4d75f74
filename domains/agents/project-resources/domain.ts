import { domain } from '../../domain.ts'
import { projectResources } from './contract.ts'
import handlers from './handlers.ts'
import { skills, toolServers } from './store.ts'

export default domain({
  name: 'project-resources',
  contract: projectResources,
  handlers,
  project: () => ({
    purge: async (tx, projectId) => {
      await skills.purge(tx, projectId)
      await toolServers.purge(tx, projectId)
    },
  }),
})
