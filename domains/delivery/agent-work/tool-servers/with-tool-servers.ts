import { createHash } from 'node:crypto'
import type { HarnessToolServer } from '../../../../execution/harness/index.ts'
import type { ToolAnswer, LeftOutTool, ServerTool } from '../../../../execution/tool-servers/index.ts'
import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { toolServersOfRun } from '../../../agents/project-resources/index.ts'
import { worktreeName, cycleRunId, type StepWork } from '../../workbench/index.ts'
import type { SeenRequest } from '../transcribe.ts'
import { type OpenToolServer, openToolServer } from './open-tool-server.ts'

/** The tool servers of an attempt, as far as they could be started. */
export interface RunToolServers {
  /** The agent's text about each. */
  readonly offered: readonly HarnessToolServer[]
  /** The start of each tool server, for people who read which tools the agent had. */
  readonly starts: readonly SeenRequest[]
  /** Calls a tool by the agent's name for it; undefined for an unknown name. */
  ask(name: string, input: Readonly<Record<string, unknown>>, gone: AbortSignal): Promise<ToolAnswer> | undefined
}

/** Lends the tool servers that the run was given when it was planned, for one attempt of its agent. */
export const withToolServers = async <T>(
  stepWork: StepWork,
  use: (servers: RunToolServers) => Promise<T>,
): Promise<T> => {
  const { context } = stepWork
  const declared = await context.read((tx) => toolServersOfRun(tx, cycleRunId(context.run)))
  const starting = declared.map(({ name, config }) =>
    openToolServer(stepWork, { id: idOf(context, name), name, config }),
  )
  const started = await Promise.allSettled(starting)
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    const broken = started.find((one) => one.status === 'rejected')
    if (broken) throw broken.reason
    return await use(askable(servers))
  } finally {
    await Promise.all(servers.map((server) => server.close()))
  }
}

/** The name of its sandbox, which people see in lists of processes. */
const idOf = ({ run, step }: EffectContext, name: string) =>
  `${worktreeName(run, step)}-tools-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`

const askable = (servers: readonly OpenToolServer[]): RunToolServers => {
  const { tools, leftOut } = namedTools(servers)
  return {
    starts: servers.map((server) => startOf(server, { tools, leftOut })),
    offered: servers.map(({ name, unavailable }) => ({
      name,
      tools: tools
        .filter(({ server }) => server === name)
        .map(({ name: called, tool: { description, schema } }) => ({ name: called, description, schema })),
      ...(unavailable !== undefined && { unavailable }),
    })),
    ask: (called, input, gone) => {
      const found = tools.find(({ name }) => name === called)
      const server = servers.find(({ name }) => name === found?.server)
      return found && server?.call(found.tool.name, input, gone)
    },
  }
}

const leftOutMost = 20

const startOf = (
  { name, unavailable, leftOut }: OpenToolServer,
  { tools, leftOut: unfit }: NamedTools,
): SeenRequest => {
  const count = tools.filter(({ server }) => server === name).length
  const missing = [...leftOut, ...unfit.filter(({ server }) => server === name)]
  const reasons = missing.map((tool) => `${tool.name} (${tool.reason})`)
  const named = reasons.slice(0, leftOutMost).join(', ')
  const more = reasons.length > leftOutMost ? `, and ${reasons.length - leftOutMost} more` : ''
  const started = `Started with ${count} ${count === 1 ? 'tool' : 'tools'}.`
  return {
    type: 'tool-server',
    name,
    input: {},
    ok: unavailable === undefined,
    text: unavailable ?? (named === '' ? started : `${started} Left out: ${named}${more}.`),
  }
}

interface NamedTools {
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
