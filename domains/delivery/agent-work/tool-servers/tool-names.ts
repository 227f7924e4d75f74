import type { LeftOutTool, ServerTool } from '../../../../execution/tool-servers/index.ts'

export interface NamedTools {
  /** The tools of servers, by the names that the model calls them by. */
  readonly tools: readonly { readonly name: string; readonly server: string; readonly tool: ServerTool }[]
  readonly leftOut: readonly (LeftOutTool & { readonly server: string })[]
}

// The number of tools that model providers accept, with room for the tools of the harness itself.
const toolsMost = 100
const nameMost = 64
const schemaMostBytes = 16_384
const descriptionMost = 2_000

/** The tools of all servers by names that every provider takes: at most a hundred, without too large schemas. */
export const namedTools = (
  servers: readonly { readonly name: string; readonly tools: readonly ServerTool[] }[],
): NamedTools => {
  const taken = new Set<string>()
  const all = servers.flatMap(({ name: server, tools }) => tools.map((tool) => ({ server, tool })))
  const fitting = all.filter(({ tool }) => fits(tool))
  return {
    tools: fitting.slice(0, toolsMost).map(({ server, tool }) => ({
      server,
      name: freeName(`${lettersOf(server)}__${lettersOf(tool.name)}`.slice(0, nameMost), taken),
      tool: { ...tool, description: tool.description.slice(0, descriptionMost).toWellFormed() },
    })),
    leftOut: [
      ...all.filter(({ tool }) => !fits(tool)).map(leftOutFor('its input schema is too large')),
      ...fitting.slice(toolsMost).map(leftOutFor(`an agent has at most ${toolsMost} tools of servers`)),
    ],
  }
}

const leftOutFor =
  (reason: string) =>
  ({ server, tool: { name } }: { readonly server: string; readonly tool: ServerTool }) => ({ server, name, reason })

const fits = ({ schema }: ServerTool) => Buffer.byteLength(JSON.stringify(schema)) <= schemaMostBytes

const lettersOf = (name: string) =>
  name.replaceAll(/[^A-Za-z0-9-]+/g, '_').replaceAll(/^_{1,99}|_{1,99}$/g, '') || 'tool'

const freeName = (wanted: string, taken: Set<string>): string => {
  let name = wanted
  for (let number = 2; taken.has(name); number += 1) name = `${wanted.slice(0, nameMost - 4)}_${number}`
  taken.add(name)
  return name
}
