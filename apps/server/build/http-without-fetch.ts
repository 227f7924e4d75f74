import http from 'node:http'
import type { Plugin } from 'rolldown'

const name = 'atelier-http-without-fetch'

/**
 * An import of `node:http` reads all that it exports, and what stands behind getters there loads Node's whole `fetch`: a
 * twentieth of the server's start. Joined files import what is a plain value, and find the rest on the default export.
 */
export const httpWithoutFetchPlugin = (): Plugin => ({
  name,
  resolveId: {
    filter: { id: /^(?:node:)?http$/ },
    handler: (_id, _importer, { kind }) => (kind === 'import-statement' ? name : undefined),
  },
  load: {
    filter: { id: new RegExp(`^${name}$`) },
    handler: () => `const http = process.getBuiltinModule('node:http')
export default http
export const { ${plainNames.join(', ')} } = http`,
  },
})

const plainNames = Object.entries(Object.getOwnPropertyDescriptors(http))
  .filter(([, described]) => 'value' in described)
  .map(([exported]) => exported)
