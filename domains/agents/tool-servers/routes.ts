import type { Fetcher } from '../../../platform/fetch/index.ts'
import deleteProjectToolServer from './operations/delete-project-tool-server.ts'
import importProjectMcp from './operations/import-project-mcp.ts'
import listProjectToolServers from './operations/list-project-tool-servers.ts'

export default (parts: { readonly fetcher: Fetcher }) => ({
  importProjectMcp: importProjectMcp(parts),
  listProjectToolServers,
  deleteProjectToolServer,
})
