import { readFile } from 'node:fs/promises'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { dependenciesTool } from '../native/tools/dependencies.ts'
import type { Tool, Workshop } from '../native/tools/index.ts'
import { serverTools } from '../native/tools/server-tools.ts'
import { webTools } from '../native/tools/web.ts'
import type { ToolsGiven } from './tools-given.ts'

/** What the server does for an agent: its packages, the web and the project's tool servers, over its standard streams. */
const main = async (file: string) => {
  const given = JSON.parse(await readFile(file, 'utf8')) as ToolsGiven
  const shop: Workshop = { ...given, signal: new AbortController().signal, plan: [] }
  const tools: Readonly<Record<string, Tool>> = {
    dependencies: dependenciesTool(shop),
    ...webTools(shop),
    ...serverTools(shop, shop.toolServers ?? []),
  }
  const server = new McpServer({ name: 'atelier', version: '1' })
  for (const [name, { description, schema, execute }] of Object.entries(tools)) {
    const inputSchema = fromJsonSchema<Record<string, unknown>>(schema)
    server.registerTool(name, { description, inputSchema }, async (input) => {
      const text = await execute(input)
      return { content: [{ type: 'text', text }], isError: text.startsWith('Error:') }
    })
  }
  await server.connect(new StdioServerTransport())
}

await main(process.argv[2]!)
