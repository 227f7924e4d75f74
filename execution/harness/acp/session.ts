import { setTimeout as sleep } from 'node:timers/promises'
import { methods, PROTOCOL_VERSION } from '@agentclientprotocol/sdk'
import type { ClientConnection, McpServer, StopReason } from '@agentclientprotocol/sdk'
import { AgentFailure } from './message-stream.ts'

/** How long an agent may take to answer what needs no model. */
const answerMs = 120_000
const cancelMs = 10_000

export interface Session {
  /** One turn, until the agent ends it. */
  prompt(text: string): Promise<StopReason>
  /** Asks the agent to end its turn; fails the turn if the agent does not. */
  cancel(): void
}

interface SessionParts {
  readonly connection: ClientConnection
  /** Rejects when the agent has gone. */
  readonly failed: Promise<never>
  readonly root: string
  readonly servers: McpServer[]
}

/** Greets an agent and opens a session in the worktree. Throws AgentFailure with a sentence if that fails. */
export const openSession = async ({ connection, failed, root, servers }: SessionParts): Promise<Session> => {
  const { agent } = connection
  const soon = <T>(work: Promise<T>, what: string) => within(Promise.race([work, failed]), what)
  const greeting = agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
    clientInfo: { name: 'atelier', version: '1' },
  })
  const { protocolVersion } = await soon(greeting, 'initialize')
  if (protocolVersion !== PROTOCOL_VERSION)
    throw new AgentFailure(
      `It speaks version ${protocolVersion} of the Agent Client Protocol, and this version of Atelier speaks ${PROTOCOL_VERSION}.`,
    )
  const { sessionId } = await soon(
    agent.request(methods.agent.session.new, { cwd: root, mcpServers: servers }),
    'session/new',
  )
  let unheard: (failure: AgentFailure) => void = () => undefined
  return {
    prompt: async (text) => {
      const stuck = new Promise<never>((_, reject) => (unheard = reject))
      stuck.catch(() => undefined)
      const turn = agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text }] })
      const { stopReason } = await refusalsOf(Promise.race([turn, failed, stuck]), 'session/prompt')
      return stopReason
    },
    cancel: () => {
      agent.notify(methods.agent.session.cancel, { sessionId }).catch(() => undefined)
      const give = unheard
      setTimeout(() => give(new AgentFailure('It went on after it was told to stop.')), cancelMs).unref()
    },
  }
}

const within = async <T>(work: Promise<T>, what: string): Promise<T> => {
  const clock = new AbortController()
  const late = sleep(answerMs, undefined, { signal: clock.signal }).then(() => {
    throw new AgentFailure(`It did not answer ${what} within ${answerMs / 1_000} seconds.`)
  })
  late.catch(() => undefined)
  try {
    return await refusalsOf(Promise.race([work, late]), what)
  } finally {
    clock.abort()
  }
}

/** An error answer of the agent, as a failure of the agent's. */
const refusalsOf = async <T>(work: Promise<T>, what: string): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (error instanceof AgentFailure) throw error
    const { message, data } = error as { message?: unknown; data?: unknown }
    const more = data === undefined ? '' : ` ${JSON.stringify(data).slice(0, 1_000)}`
    throw new AgentFailure(`It answered ${what} with an error: ${String(message).slice(0, 2_000)}${more}`)
  }
}
