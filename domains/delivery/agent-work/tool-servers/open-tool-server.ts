import { maskingOf, type Masking } from '../../../../execution/masking/index.ts'
import { launcherEcosystems, launcherMirror } from '../../../../execution/setup/index.ts'
import {
  connectProgram,
  connectRemote,
  type LeftOutTool,
  type ServerTool,
  type ToolAnswer,
  ToolServerError,
} from '../../../../execution/tool-servers/index.ts'
import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { headersWith, secretsOf, type ToolServerConfig } from '../../../agents/project-resources/index.ts'
import { openDeclaredSecrets, type CycleParts, type StepWork } from '../../workbench/index.ts'
import { hostsFor, mirrorsOf, openEgress, refusals } from '../../../../execution/packages/index.ts'

// Long enough for a launcher that fetches its package first.
const startMs = 2 * 60_000
const outputBytes = 256 * 2 ** 20

type Stdio = Extract<ToolServerConfig, { transport: 'stdio' }>
type Values = Readonly<Record<string, string>>

/** A tool server of a run. Its answers never contain the values of its secrets. */
export interface OpenToolServer {
  readonly name: string
  /** None if it could not be started. */
  readonly tools: readonly ServerTool[]
  /** Tools that its server has and that are not offered. */
  readonly leftOut: readonly LeftOutTool[]
  /** Why it could not be started. */
  readonly unavailable?: string
  call(tool: string, input: Readonly<Record<string, unknown>>, gone: AbortSignal): Promise<ToolAnswer>
  close(): Promise<void>
}

/** Starts a tool server for one attempt of an agent. A failed start has its reason, and the run continues. */
export const openToolServer = async (
  stepWork: StepWork,
  { id, name, config }: { readonly id: string; readonly name: string; readonly config: ToolServerConfig },
): Promise<OpenToolServer> => {
  const { parts, context } = stepWork
  const declared = new Map(secretsOf(config).map((secret) => [secret, null]))
  const secretValues = await openDeclaredSecrets(stepWork, declared)
  if ('refused' in secretValues) return unavailable(name, secretValues.refused)
  const masking = maskingOf(Object.values(secretValues.values))
  try {
    const server =
      config.transport === 'stdio'
        ? await openProgram(stepWork, { id, config, values: secretValues.values })
        : await openRemote(parts, context, config, secretValues.values)
    const withinMs = parts.sandboxLimits.wallMs
    return {
      name,
      tools: server.tools.map((tool) => maskedTool(tool, masking)),
      leftOut: server.leftOut.map((tool) => ({ ...tool, name: masking.text(tool.name) })),
      close: server.close,
      call: async (tool, input, gone) => {
        const { ok, text } = await server.call(tool, input, { withinMs, signal: gone }).catch(refusalOf)
        return { ok, text: masking.text([text, server.refused()].filter((part) => part !== '').join('\n\n')) }
      },
    }
  } catch (error) {
    return unavailable(name, masking.text(refusalOf(error).text))
  }
}

const unavailable = (name: string, why: string): OpenToolServer => ({
  name,
  tools: [],
  leftOut: [],
  unavailable: why,
  call: () => Promise.resolve({ ok: false, text: why }),
  close: () => Promise.resolve(),
})

const refusalOf = (error: unknown): ToolAnswer => {
  if (error instanceof ToolServerError) return { ok: false, text: error.message }
  throw error
}

const maskedTool = ({ name, description, schema }: ServerTool, { text }: Masking): ServerTool => {
  const written = JSON.stringify(schema)
  return { name, description: text(description), schema: text(written) === written ? schema : { type: 'object' } }
}

const openRemote = async (
  { fetcher }: CycleParts,
  { signal }: EffectContext,
  { transport, url, headers }: Exclude<ToolServerConfig, Stdio>,
  values: Values,
) => {
  const filled = headersWith(headers, values)
  const unfit = Object.entries(filled).find(([, value]) => /[^\t\x20-\x7e\x80-\xff]/.test(value))
  if (unfit) throw new ToolServerError(`A secret for the header ${unfit[0]} has characters that no header can hold.`)
  const server = await connectRemote(fetcher, { transport, url, headers: filled }, { withinMs: startMs, signal })
  return { ...server, refused: () => '' }
}

/**
 * The program has a sandbox of its own, without the worktree: its input reaches neither the agent nor the project's
 * code, and no file of the repository takes part in its start.
 */
const openProgram = async (
  { parts, context: { signal }, work: { environment } }: StepWork,
  { id, config, values }: { readonly id: string; readonly config: Stdio; readonly values: Values },
) => {
  const refused = refusals()
  const mirrors = mirrorsOf(parts, launcherEcosystems)
  const allowHosts = hostsFor(parts, launcherEcosystems)
  const opened = new AsyncDisposableStack()
  try {
    const egress = await openEgress(parts, { allowHosts, routes: mirrors.routes, onRefusal: refused.add })
    opened.defer(egress.close)
    const sandbox = await parts.sandboxes.open({
      id,
      limits: parts.sandboxLimits,
      egressSocket: egress.socketPath,
      environment: Object.assign(
        { ...environment.variables },
        ...mirrors.seenAs.map(([ecosystem, address]) => launcherMirror(ecosystem, address)),
      ) as Values,
    })
    opened.defer(() => sandbox.close())
    const command = { argv: [config.command, ...config.args], environment: values, outputBytes }
    const wallMs = parts.agentLimits.wallMs + startMs
    const server = await connectProgram(sandbox, { ...command, wallMs }, { withinMs: startMs, signal })
    opened.defer(() => server.close())
    return { ...server, close: () => opened.disposeAsync(), refused: refused.take }
  } catch (error) {
    await opened.disposeAsync()
    if (!(error instanceof ToolServerError)) throw error
    throw new ToolServerError([error.message, refused.take()].filter((part) => part !== '').join('\n\n'))
  }
}
