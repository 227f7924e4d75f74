import { implement } from '../../../platform/handler/index.ts'
import { domain } from '../../domain.ts'
import { mcpProtocol } from './protocol.ts'
import routes from './routes.ts'

type Parts = Parameters<typeof routes>[0]

export default domain({
  name: 'mcp',
  protocols: (parts: Parts) => implement(mcpProtocol, routes(parts)),
})
