import { readFile } from 'node:fs/promises'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { dependenciesTool } from '../native/tools/dependencies.ts'
import { openScreen } from '../native/screen.ts'
import { desktopTools } from '../native/tools/desktop.ts'
import type { Tool, Workshop } from '../native/tools/index.ts'
import { serverTools } from '../native/tools/server-tools.ts'
import { webTools } from '../native/tools/web.ts'
import type { HarnessDesktop } from '../job.ts'

/** The input of this program, as its file has it. */
export type ToolsInput = Pick<Workshop, 'root' | 'scratch' | 'limits' | 'web' | 'toolServers'> & {
  readonly desktop?: HarnessDesktop | undefined
}

/** Serves an agent its packages, the web and the project's tool servers, over its standard streams. */
const main = async (file: string) => {
  const { desktop, ...input } = JSON.parse(await readFile(file, 'utf8')) as ToolsInput
  const { signal } = new AbortController()
  const screen = desktop && openScreen({ desktop, scratch: input.scratch, signal })
  const shop: Workshop = { ...input, screen, signal, plan: [], pictures: [] }
  const tools: Readonly<Record<string, Tool>> = {
    dependencies: dependenciesTool(shop),
    ...desktopTools(shop),
    ...webTools(shop),
    ...serverTools(shop, shop.toolServers ?? []),
  }
  const server = new McpServer({ name: 'atelier', version: '1' })
  for (const [name, { description, schema, execute }] of Object.entries(tools)) {
    const inputSchema = fromJsonSchema<Record<string, unknown>>(schema)
    server.registerTool(name, { description, inputSchema }, async (input) => {
      const text = await execute(input)
      const pictures = shop.pictures
        .splice(0)
        .map(({ data }) => ({ type: 'image' as const, data, mimeType: 'image/jpeg' }))
      return { content: [{ type: 'text' as const, text }, ...pictures], isError: text.startsWith('Error:') }
    })
  }
  await server.connect(new StdioServerTransport())
}

await main(process.argv[2]!)
