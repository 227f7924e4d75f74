export type { FindWorkspace } from './admit.ts'
export { buildServer, type ServerParts } from './server.ts'
