import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { type ExternalAgents, missingOf } from './external-agents.ts'
import type { AgentProgram } from './job.ts'

/** A program that drives a model inside a sandbox. */
export interface Harness {
  readonly name: string
  /** The host paths that the sandbox shows it read-only. */
  readonly binds: readonly { readonly from: string; readonly to: string }[]
  /** Its program, as a path inside. */
  readonly program: string
  /** Set for its program; paths are of the inside. */
  readonly environment?: Readonly<Record<string, string>>
  /** The agent that it runs, if it is a client of the Agent Client Protocol. */
  readonly agent?: AgentProgram
}

export type ResolvedHarness =
  | { readonly installed: true; readonly harness: Harness }
  /** `reason` is a sentence that names the missing part. */
  | { readonly installed: false; readonly reason: string }

const inside = '/opt/atelier'

// Wherever npm has put the packages: beside this project, or above it.
const packages = () => {
  const entry = createRequire(import.meta.url).resolve('ai')
  return entry.slice(0, entry.lastIndexOf(`${sep}node_modules${sep}`) + `${sep}node_modules`.length)
}

const root = dirname(dirname(import.meta.dirname))

const ownBinds = () => [
  { from: packages(), to: join(inside, 'node_modules') },
  ...['execution/harness', 'execution/git-index', 'packages/charsets'].map((name) => ({
    from: join(root, name),
    to: join(inside, name),
  })),
]

const builtInside = join(inside, 'dist/agent')

/** If the server runs from dist/, its agents' program is beside it, built for a sandbox that shows nothing else. */
const builtAgent = () => {
  const [, program = ''] = process.argv
  const folder = join(dirname(program), '..', 'agent')
  return existsSync(join(folder, 'native.mjs')) ? folder : undefined
}

const native = (): Harness => {
  const from = builtAgent()
  if (from === undefined)
    return { name: 'native', binds: ownBinds(), program: join(inside, 'execution/harness/native/main.ts') }
  return { name: 'native', binds: [{ from, to: builtInside }], program: join(builtInside, 'native.mjs') }
}

/**
 * Returns the harness with a name, or a sentence with the reason why it cannot be used. `agents` are the operator's.
 */
export const resolveHarness = (name: string, agents: ExternalAgents = {}): ResolvedHarness => {
  if (name === 'native') return { installed: true, harness: native() }
  if (/^runtime-[1-7]$/.test(name)) return external(name, agents)
  return { installed: false, reason: `There is no harness named ${JSON.stringify(name.slice(0, 100))}. Use native.` }
}

const external = (name: string, agents: ExternalAgents): ResolvedHarness => {
  const agent = Object.hasOwn(agents, name) ? agents[name] : undefined
  const missing = agent ? missingOf(agent) : 'no command is mapped to it on this instance'
  if (!agent || missing !== undefined)
    return {
      installed: false,
      reason: `The harness ${name} is not installed: ${missing}. Use native, or ask the operator to install it.`,
    }
  const { program, args = [], folder, environment = {} } = agent
  return {
    installed: true,
    harness: {
      name,
      binds: [...ownBinds(), ...(folder === undefined ? [] : [{ from: folder, to: folder }])],
      program: join(inside, 'execution/harness/acp/main.ts'),
      agent: { name: agent.name, argv: [program, ...args], environment },
    },
  }
}
