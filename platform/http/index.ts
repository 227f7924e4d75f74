export { buildServer, type ServerParts } from './server.ts'
