import createAgent from './operations/create-agent.ts'
import deactivateAgent from './operations/deactivate-agent.ts'
import forkAgent from './operations/fork-agent.ts'
import getAgent from './operations/get-agent.ts'
import importProjectAgent from './operations/import-project-agent.ts'
import listAgents from './operations/list-agents.ts'
import reactivateAgent from './operations/reactivate-agent.ts'
import updateAgent from './operations/update-agent.ts'

export default () => ({
  listAgents,
  createAgent,
  getAgent,
  updateAgent,
  deactivateAgent,
  reactivateAgent,
  forkAgent,
  importProjectAgent,
})
