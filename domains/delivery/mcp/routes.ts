import { handle } from '../../../platform/handler/index.ts'
import exchangeMcpMessages, { type McpParts } from './exchange-mcp-messages.ts'
import { endMcpSession, openMcpStream } from './protocol.ts'

export default (parts: McpParts) => ({
  exchangeMcpMessages: exchangeMcpMessages(parts),
  openMcpStream: handle(openMcpStream, async ({ fail }) => fail.notOffered()),
  endMcpSession: handle(endMcpSession, async ({ fail }) => fail.notOffered()),
})
