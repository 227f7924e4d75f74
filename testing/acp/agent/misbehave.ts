import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AgentContext, methods } from '@agentclientprotocol/sdk'

const sessionId = 'one'

/** An agent's misbehaviour in a turn. */
const ways: Readonly<Record<string, (client: AgentContext, cancelled: AbortSignal) => unknown>> = {
  dies: () => {
    // Something that it leaves behind holds its output open.
    spawn('sleep', ['5'], { stdio: 'inherit', detached: true })
    process.stderr.write('Out of luck.\n')
    process.exit(3)
  },
  huge: () => process.stdout.write('x'.repeat(100 * 2 ** 20)),
  flood: async (client) => {
    for (let at = 0; at < 60_000; at += 1)
      await client.notify(methods.client.session.update, {
        sessionId,
        update: { sessionUpdate: 'plan', entries: [{ content: `Step ${at}`, priority: 'low', status: 'pending' }] },
      })
  },
  mute: (_, cancelled) => once(cancelled, 'abort'),
  deaf: () => new Promise(() => undefined),
  outside: async (client) => {
    const tried = ['/etc/hostname', '../secret', 'link'].flatMap((path) => [
      client.request(methods.client.fs.readTextFile, { sessionId, path }),
      client.request(methods.client.fs.writeTextFile, { sessionId, path, content: 'x' }),
    ])
    const terminal = client.request(methods.client.terminal.create, { sessionId, command: 'id' })
    const answers = await Promise.allSettled([...tried, terminal])
    const refused = answers.map((one) => (one.status === 'rejected' ? (one.reason as Error).message : 'SERVED'))
    await say(client, refused.join('\n'))
  },
  loops: async (client, cancelled) => {
    for (let at = 0; at < 3 && !cancelled.aborted; at += 1) {
      const call = { toolCallId: `same-${at}`, title: 'Look', rawInput: { at: 'the same place' } }
      const update = { sessionUpdate: 'tool_call' as const, ...call, status: 'completed' as const }
      await client.notify(methods.client.session.update, { sessionId, update })
    }
    if (!cancelled.aborted) await once(cancelled, 'abort')
  },
  'shows what it sees': (client) =>
    say(client, `${Object.keys(process.env).join(' ')}\n${readFileSync('/proc/self/environ', 'utf8')}`),
}

const say = (client: AgentContext, text: string) =>
  client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
  })

export const misbehave = async (way: string, client: AgentContext, cancelled: AbortSignal): Promise<void> => {
  await ways[way]?.(client, cancelled)
}
