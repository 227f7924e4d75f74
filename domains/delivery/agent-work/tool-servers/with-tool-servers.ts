import { createHash } from 'node:crypto'
import type { HarnessToolServer } from '../../../../execution/harness/index.ts'
import type { ToolAnswer } from '../../../../execution/tool-servers/index.ts'
import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { toolServersOfRun } from '../../../agents/project-resources/index.ts'
import { worktreeName, cycleRunId, type StepWork } from '../../workbench/index.ts'
import type { SeenRequest } from '../transcribe.ts'
import { type OpenToolServer, openToolServer } from './open-tool-server.ts'
import { type NamedTools, namedTools } from './tool-names.ts'

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
