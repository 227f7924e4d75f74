import { handle, implement } from '../../../platform/handler/index.ts'
import { domain } from '../../domain.ts'
import exchangeMcpMessages, { type McpParts } from './exchange-mcp-messages.ts'
import { endMcpSession, mcpProtocol, openMcpStream } from './protocol.ts'

export default domain({
  name: 'mcp',
  protocols: (parts: McpParts) =>
    implement(mcpProtocol, {
      exchangeMcpMessages: exchangeMcpMessages(parts),
      openMcpStream: handle(openMcpStream, async ({ fail }) => fail.notOffered()),
      endMcpSession: handle(endMcpSession, async ({ fail }) => fail.notOffered()),
    }),
})
