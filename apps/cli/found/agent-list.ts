/** A coding agent that supports the Agent Client Protocol, by which Atelier can use it as an external agent. */
export interface KnownAgent {
  readonly name: string
  readonly title: string
  /** The name of its program on a PATH. */
  readonly program: string
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, unknown>>
  /** Why it cannot run in a sandbox, as a sentence. */
  readonly unusable?: string
}

// Words in braces are filled in when the agent starts.
const openCode = {
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  NO_PROXY: '127.0.0.1',
  OPENCODE_CONFIG_CONTENT: {
    model: 'atelier/{model}',
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    lsp: false,
    formatter: false,
    provider: {
      atelier: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: '{modelUrl}', apiKey: 'none' },
        models: { '{model}': { limit: { context: '{contextTokens}', output: '{maxOutputTokens}' } } },
      },
    },
  },
}

const qwen = { OPENAI_BASE_URL: '{modelUrl}', OPENAI_API_KEY: 'none', OPENAI_MODEL: '{model}' }

const byHand = 'Its settings go by hand into ATELIER_AGENTS_FILE: docs/agents-by-acp.md has them.'
const needsLogin = (adapter: string) =>
  `It speaks the protocol by the program ${adapter}, and its own login file is in a home folder, which no sandbox shows.`

/** Agents to look for on this machine, with settings that ran them in a sandbox, or why they cannot run there. */
export const knownAgents: readonly KnownAgent[] = [
  { name: 'opencode', title: 'OpenCode', program: 'opencode', args: ['acp'], environment: openCode },
  { name: 'qwen', title: 'Qwen Code', program: 'qwen', args: ['--acp', '--auth-type', 'openai'], environment: qwen },
  { name: 'claude-agent-acp', title: 'Claude Agent', program: 'claude-agent-acp', unusable: byHand },
  { name: 'codex-acp', title: 'Codex', program: 'codex-acp', unusable: byHand },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    program: 'gemini',
    unusable: 'It asks its model in a shape of its own, which the server of a sandbox does not answer.',
  },
  { name: 'claude', title: 'Claude Code', program: 'claude', unusable: needsLogin('claude-agent-acp') },
  { name: 'codex', title: 'Codex CLI', program: 'codex', unusable: needsLogin('codex-acp') },
]
