import { contract } from '../../../platform/contract/index.ts'
import { deleteProjectSkill, importProjectSkill, listProjectSkills } from './contract/skills.ts'
import { deleteProjectToolServer, importProjectMcp, listProjectToolServers } from './contract/tool-servers.ts'

export * from './contract/skills.ts'
export * from './contract/tool-servers.ts'

export const projectResources = contract({
  importProjectSkill,
  listProjectSkills,
  deleteProjectSkill,
  importProjectMcp,
  listProjectToolServers,
  deleteProjectToolServer,
})
