export { copyResources, deleteCopiedContents, resourcesOfRun, skillsOfRun, toolServersOfRun } from './store.ts'
export { headersWith, secretsOf } from './rules/tool-servers.ts'
export type { ToolServerConfig } from './tables.ts'
