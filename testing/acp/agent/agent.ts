#!/usr/bin/env node
// An agent over the Agent Client Protocol: it asks its model for the tools write, run and ask, until that answers with
// words. Its first argument is how it misbehaves.
import { spawnSync } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import {
  agent,
  type AgentContext,
  methods,
  ndJsonStream,
  type NewSessionRequest,
  type SessionUpdate,
  type StopReason,
} from '@agentclientprotocol/sdk'
import { misbehave } from './misbehave.ts'

interface Message {
  readonly role: string
  readonly content: string | null
  readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string; arguments: string } }[]
  readonly tool_call_id?: string
}

const [way = ''] = process.argv.slice(2)
const { MODEL_URL = '', MODEL = '' } = process.env
const sessionId = 'one'
const messages: Message[] = []
let given: NewSessionRequest | undefined
let turn = new AbortController()

const tools = ['write', 'run', 'ask'].map((name) => ({
  type: 'function',
  function: { name, description: name, parameters: { type: 'object' } },
}))

const ask = async (): Promise<Message> => {
  const response = await fetch(`${MODEL_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer what-it-takes-for-its-key' },
    body: JSON.stringify({ model: MODEL, messages, tools }),
    signal: turn.signal,
  })
  if (!response.ok) throw new Error(`The model answered ${response.status}`)
  const { choices } = (await response.json()) as { choices: readonly [{ message: Message }] }
  return choices[0].message
}

/** A failed call is asked again, as clients of models do. */
const askAgain = async (): Promise<Message> => {
  try {
    return await ask()
  } catch (error) {
    turn.signal.throwIfAborted()
    if (!(error instanceof TypeError)) throw error
    return ask()
  }
}

const carryOut = async (client: AgentContext, name: string, input: Record<string, string>): Promise<string> => {
  if (name === 'run') {
    const { status, stdout, stderr } = spawnSync(input.command!, { shell: true, encoding: 'utf8' })
    return `Exit code ${status}\n${stdout}${stderr}`
  }
  if (name === 'ask') {
    const { callTool } = await import('./call-tool.ts')
    return callTool(given!, input.tool!, input)
  }
  const path = `${given!.cwd}/${input.path}`
  await client.request(methods.client.fs.writeTextFile, { sessionId, path, content: input.content! })
  return `Wrote ${path}`
}

const work = async (client: AgentContext): Promise<StopReason> => {
  const update = (one: SessionUpdate) => client.notify(methods.client.session.update, { sessionId, update: one })
  for (;;) {
    const message = await askAgain()
    messages.push(message)
    const { content, tool_calls: calls = [] } = message
    if (content) {
      await update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'So be it.' } })
      for (const text of content.split(/(?<=\s)/))
        await update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
    }
    if (calls.length === 0) return 'end_turn'
    for (const { id, function: called } of calls) {
      const input = JSON.parse(called.arguments) as Record<string, string>
      const kind = called.name === 'write' ? 'edit' : called.name === 'run' ? 'execute' : 'other'
      const about = { toolCallId: id, title: `${called.name} ${input.path ?? input.command ?? ''}`, kind } as const
      await update({ sessionUpdate: 'tool_call', ...about, status: 'pending', rawInput: input })
      const { outcome } = await client.request(methods.client.session.requestPermission, {
        sessionId,
        toolCall: { ...about, ...(input.path && { locations: [{ path: `${given!.cwd}/${input.path}` }] }) },
        options: [
          { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
          { optionId: 'no', name: 'No', kind: 'reject_once' },
        ],
      })
      const isAllowed = outcome.outcome === 'selected' && outcome.optionId === 'yes'
      const said = isAllowed
        ? await carryOut(client, called.name, input).catch((error: Error) => `Error: ${error.message}`)
        : 'Error: not allowed'
      const status = /^(Error|Exit code [^0])/.test(said) ? 'failed' : 'completed'
      const shown = [{ type: 'content' as const, content: { type: 'text' as const, text: said } }]
      await update({ sessionUpdate: 'tool_call_update', toolCallId: id, status, content: shown })
      messages.push({ role: 'tool', tool_call_id: id, content: said })
    }
  }
}

agent({ name: 'test-agent' })
  .onRequest(methods.agent.initialize, () => ({
    protocolVersion: way === 'newer' ? 99 : 1,
    agentCapabilities: {},
  }))
  .onRequest(methods.agent.session.new, ({ params }) => {
    given = params
    return { sessionId }
  })
  .onNotification(methods.agent.session.cancel, () => turn.abort())
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    turn = new AbortController()
    const text = params.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('')
    messages.push({ role: 'user', content: text })
    await misbehave(way, client, turn.signal)
    try {
      return { stopReason: await work(client) }
    } catch (error) {
      if (turn.signal.aborted) return { stopReason: 'cancelled' as const }
      throw error
    }
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>))
