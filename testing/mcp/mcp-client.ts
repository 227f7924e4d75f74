import { Client, StreamableHTTPClientTransport, type CallToolResult } from '@modelcontextprotocol/client'
import type { Caller } from '../caller.ts'
import { afterTest } from '../after-test.ts'

/** A tool's answer, as a model reads it. */
export interface ToolText {
  readonly text: string
  readonly isError: boolean
}

export interface McpClient {
  readonly client: Client
  call(tool: string, input?: Readonly<Record<string, unknown>>): Promise<ToolText>
}

/** The protocol's own client, connected to `/mcp` with a key as bearer. `legacy` speaks revision 2025-11-25. */
export const mcpClient = async (
  { baseUrl }: { readonly baseUrl: string },
  { key }: Pick<Caller, 'key'>,
  { mode = 'auto' }: { readonly mode?: 'auto' | 'legacy' } = {},
): Promise<McpClient> => {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  afterTest(() => client.close())
  return {
    client,
    call: async (name, input = {}) => textOf(await client.callTool({ name, arguments: { ...input } })),
  }
}

const textOf = ({ content, isError }: CallToolResult): ToolText => ({
  text: content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'),
  isError: isError === true,
})

/** The JSON between the marks of an answer, which a test looks at field by field. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const dataIn = ({ text }: ToolText): any => {
  const [, json] = /<data [0-9a-f]+>\n(.*)\n<\/data [0-9a-f]+>/s.exec(text) ?? []
  if (json === undefined) throw new Error(`No data in: ${text}`)
  return JSON.parse(json)
}
