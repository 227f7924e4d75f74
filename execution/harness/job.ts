import type { ModelProvider, ShapeName } from '../models/index.ts'
import type { WebTool } from '../web/index.ts'

/** The input of a harness. Times in milliseconds. */
export interface HarnessJob {
  /** The task as it was written; the offline model reads its blocks from here. */
  readonly description: string
  /** Instructions for the agent, by its name. */
  readonly instructions: string
  /** The project's instructions for every agent. */
  readonly projectInstructions?: string
  /** The checks that will judge the change, and their results without it. */
  readonly checks?: readonly { readonly name: string; readonly command: string; readonly onBase?: string }[]
  /** How the worktree was made ready, as a sentence. */
  readonly setup?: string
  /** US dollars that the model may cost, as people write them. */
  readonly budget?: string
  /** Tools that ask the web, which the sandbox's internal host `web.atelier.internal` answers. */
  readonly web?: readonly WebTool[]
  /** Servers whose tools the sandbox's internal host `tools.atelier.internal` answers. */
  readonly toolServers?: readonly HarnessToolServer[]
  /** The desktop that its tools start and work at. */
  readonly desktop?: HarnessDesktop
  /** How certain work is done in this project: texts that the agent reads when it needs them. */
  readonly skills?: readonly HarnessSkill[]
  /** Whether the sandbox's internal host `messages.atelier.internal` passes on messages of people during the work. */
  readonly hears?: boolean
  /** Whether people may be asked a question: it ends the run, and the next one continues with the answer. */
  readonly asks?: boolean
  /** Whether earlier rounds left a change that no review sent back: this round may then end without another. */
  readonly hasChange?: boolean
  /** The state that an earlier run of this harness saved, to continue from. */
  readonly saved?: SavedWork
  /** The subject of the sandbox's internal host `api.atelier.internal`. */
  readonly api?: { readonly workspaceId: string; readonly taskId: string }
  readonly model: HarnessModel
  readonly limits: HarnessLimits
}

/** A server of tools. Names of tools are the model's, at most 64 letters, digits, `_` and `-`; schemas are of objects. */
export interface HarnessToolServer {
  readonly name: string
  readonly tools: readonly { readonly name: string; readonly description: string; readonly schema: object }[]
  /** Why it has no tools: it could not be started. */
  readonly unavailable?: string
}

/** The start of a desktop: paths of its script and of a browser, as the sandbox shows them. */
export interface HarnessDesktop {
  readonly program: string
  readonly browser?: string | undefined
}

/** `slug` is lower-case letters, digits and single hyphens; name and description are one line each. */
export interface HarnessSkill {
  readonly slug: string
  readonly name: string
  readonly description: string
  /** Markdown. */
  readonly content: string
}

/** A conversation as far as it went. It came out of a sandbox and goes back into one: the server does not read it. */
export interface SavedWork {
  /** Messages as JSON, in order. */
  readonly messages: readonly string[]
  /** The changes in the worktree since its commit, as a packed patch; absent if the files have them already. */
  readonly patch?: string | undefined
  /** Calls and tokens that it took. */
  readonly steps: number
  readonly tokens: number
  /** Ids of the messages of people that are among them. */
  readonly heard?: readonly string[] | undefined
  /** Whether it is of an earlier round of the task: then the description has the next work. */
  readonly isFollowUp: boolean
}

export interface HarnessModel {
  readonly name: string
  /** How the gateway is spoken to. */
  readonly shape: ShapeName
  /** The host of its endpoint. */
  readonly endpoint: string
  readonly contextTokens: number
  readonly maxOutputTokens: number
}

type ProviderFacts = Pick<ModelProvider, 'model' | 'name' | 'shape' | 'contextTokens' | 'maxOutputTokens'>

/** The facts of the model behind a gateway that a harness needs. */
export const harnessModelOf = ({
  model,
  name,
  shape,
  contextTokens,
  maxOutputTokens,
}: ProviderFacts): HarnessModel => ({ name: model, endpoint: name, shape, contextTokens, maxOutputTokens })

export const defaultHarnessLimits = {
  /** Calls of the model. */
  steps: 300,
  /** Input and output of all calls together. */
  tokens: 20_000_000,
  wallMs: 60 * 60_000,
  /** How often an answer without a tool call is sent back before it ends the round although no file has changed. */
  nudges: 2,
  /** How long nothing may be seen of the agent before something is done about it, and as long again before its end. */
  stallMs: 15 * 60_000,
  /** The longest time for a command of the agent. */
  commandMs: 10 * 60_000,
  /** Limit of a command's output, at which it is stopped. */
  outputBytes: 64 * 1024 * 1024,
  /** The limit of a tool's answer. */
  resultBytes: 48 * 1024,
  /** Before a failed call of the model is repeated; doubled each time, up to a minute. */
  backoffMs: 1_000,
}

export type HarnessLimits = Readonly<typeof defaultHarnessLimits>

/** Paths of the worktree and the model, as the harness sees them. */
export interface HarnessPaths {
  readonly worktree: string
  readonly egressSocket: string
  readonly modelUrl: string
  readonly apiUrl: string
  /** Whether only programs of this sandbox can be seen. */
  readonly isAlone: boolean
  /** The file that it loads to reach egress for the commands that it starts; absent if that is not its part. */
  readonly bridge?: string
  readonly git?: HarnessGit
}

/**
 * Git folders as paths inside: `base` is read-only, with the history, the index and the commit that the work begins
 * with; `own` is the target of the worktree's `.git`, for the harness to make; `states` is for states of the files.
 */
export interface HarnessGit {
  readonly base: string
  readonly own: string
  readonly states: string
}

/** A program that speaks the Agent Client Protocol on its standard streams; see `ExternalAgent`. */
export interface AgentProgram {
  /** As people know it. */
  readonly name: string
  readonly argv: readonly string[]
  readonly environment: Readonly<Record<string, unknown>>
}

/** The input of a harness on standard input. */
export type HarnessInput = HarnessJob & { readonly place: HarnessPaths; readonly agent?: AgentProgram }
