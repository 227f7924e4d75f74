export type { FindWorkspace, WorkspaceFinders } from './admit.ts'
export { buildServer, type ServerParts } from './server.ts'
export type { Sites } from './sites.ts'
export type { WebApp } from './web-app.ts'
