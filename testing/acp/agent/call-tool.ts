import type { NewSessionRequest } from '@agentclientprotocol/sdk'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** Calls a tool of the server that the session named, started as agents do: with the environment that was named alone. */
export const callTool = async ({ mcpServers }: NewSessionRequest, tool: string, input: object): Promise<string> => {
  const [server] = mcpServers
  if (!server || !('command' in server)) throw new Error('The session names no program of tools')
  const env = Object.fromEntries(server.env.map(({ name, value }) => [name, value]))
  const client = new Client({ name: 'test-agent', version: '1' })
  await client.connect(new StdioClientTransport({ command: server.command, args: server.args, env }))
  try {
    const names = (await client.listTools()).tools.map(({ name }) => name).join(', ')
    if (tool === 'list') return names
    const { content } = await client.callTool({ name: tool, arguments: { ...input } })
    return (content as readonly { readonly text?: string }[]).map(({ text }) => text ?? '').join('')
  } finally {
    await client.close()
  }
}
