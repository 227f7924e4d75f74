import type { Readable, Writable } from 'node:stream'
import type { AnyMessage, Stream } from '@agentclientprotocol/sdk'
import { lineReader } from '../lines.ts'
import { parseJson } from '../native/text.ts'

/** The limits of an agent's messages in its life. */
const messageBounds = {
  messageBytes: 8 * 2 ** 20,
  messages: 1_000_000,
  /** Lines that are not messages, such as the output of a start script. */
  otherLines: 200,
}

/**
 * The standard streams of an agent as a stream of messages, one to a line. It has no end: the starter of the agent sees
 * that. Calls `onFailure` once if a message passes the bounds, and reads nothing after that. A line that is too long is
 * never held. Source: Agent Client Protocol, transports.
 */
export const messageStream = (
  input: Writable,
  output: Readable,
  onFailure: (failure: AgentFailure) => void,
  bounds: Readonly<typeof messageBounds> = messageBounds,
): Stream => {
  let others = 0
  let openBytes = 0
  let hasEnded = false
  const readable = new ReadableStream<AnyMessage>(
    {
      start: (controller) => {
        const fail = (sentence: string) => {
          hasEnded = true
          output.resume()
          onFailure(new AgentFailure(sentence))
        }
        const lines = lineReader(bounds.messageBytes, bounds.messages, (line) => {
          const message = messageOf(line)
          if (message && !hasEnded) controller.enqueue(message)
          else if (line.trim() !== '') others += 1
        })
        output.on('data', (chunk: Buffer) => {
          if (hasEnded) return
          lines.push(chunk)
          const lineEnd = chunk.lastIndexOf(10)
          openBytes = lineEnd === -1 ? openBytes + chunk.length : chunk.length - 1 - lineEnd
          if (lines.dropped > 0 || openBytes > bounds.messageBytes) fail(tooMuch(bounds))
          else if (others > bounds.otherLines) fail(garbage(others))
          else if ((controller.desiredSize ?? 0) < 0) output.pause()
        })
      },
      pull: () => void output.resume(),
      cancel: () => {
        hasEnded = true
        output.resume()
      },
    },
    { highWaterMark: 100 },
  )
  const writable = new WritableStream<AnyMessage>({
    write: (message) =>
      new Promise((resolve) => {
        // The end of an agent that has gone shows elsewhere, also during a write.
        input.write(`${JSON.stringify(message)}\n`, () => resolve())
      }),
  })
  return { readable, writable }
}

const messageOf = (line: string): AnyMessage | undefined => {
  const value = parseJson(line)
  const isMessage = typeof value === 'object' && value !== null && !Array.isArray(value) && 'jsonrpc' in value
  return isMessage ? (value as AnyMessage) : undefined
}

const tooMuch = ({ messageBytes, messages }: Pick<typeof messageBounds, 'messageBytes' | 'messages'>) =>
  `It sent a message of more than ${messageBytes / 2 ** 20} MiB, or more than ${messages} messages.`
const garbage = (others: number) =>
  `It printed ${others} lines that are no messages of the Agent Client Protocol. Does its command start it as an ACP agent?`

/** An agent's fault that ends its work, as a sentence for people. */
export class AgentFailure extends Error {
  override readonly name = 'AgentFailure'
}
