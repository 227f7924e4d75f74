export { headersWith, secretsOf } from './rules.ts'
export { forgetToolServersOf, takeToolServers, toolServersOfRun, toolServersTakenBy } from './store.ts'
export type { ToolServerConfig } from './tables.ts'
