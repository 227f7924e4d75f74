import type { Readable, Writable } from 'node:stream'
import type { JSONRPCMessage, SdkHttpError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { type Credentials, userAgent } from '../../client/client.ts'
import { findCredentials } from '../../client/credentials.ts'
import { atelier } from '../../program/command.ts'
import type { Session } from '../../session.ts'
import { printableLines } from '../../terminal/text.ts'

interface Streams {
  readonly stdin: Readable
  readonly stdout: Writable
}

/**
 * `atelier mcp`: passes messages of an MCP client on standard input to the server, and answers on standard output. It
 * ends with either stream, or when the client ends the process. Everything else is printed on standard error.
 */
export const mcpBridge = async (session: Session, { stdin, stdout }: Streams = process): Promise<void> => {
  const credentials = await findCredentials(session.environment)
  const { StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
  const near = new StdioServerTransport(stdin, stdout)
  const far = await serverTransport(credentials)
  const inFlight = new Map<unknown, AbortController>()
  const end = Promise.withResolvers<void>()
  const answer = (message: JSONRPCMessage) => {
    near.send(message).catch(() => end.resolve())
  }

  far.onmessage = (message) => {
    if ('result' in message && typeof message.result.protocolVersion === 'string')
      far.setProtocolVersion(message.result.protocolVersion)
    answer(message)
  }
  near.onmessage = (message) => {
    if ('method' in message && message.method === 'notifications/cancelled')
      return inFlight.get(message.params?.requestId)?.abort()
    const id = 'method' in message && 'id' in message ? message.id : undefined
    const cancelling = new AbortController()
    if (id !== undefined) inFlight.set(id, cancelling)
    far
      .send(message, { requestSignal: cancelling.signal })
      .catch((error: unknown) => {
        if (cancelling.signal.aborted || session.signal.aborted) return
        const text = printableLines(sentenceOf(error, credentials))
        session.output.say(text)
        if (id !== undefined) answer({ jsonrpc: '2.0', id, error: { code: -32_000, message: text } })
      })
      .finally(() => inFlight.delete(id))
  }
  near.onerror = (error) => session.output.say(printableLines(error.message))
  near.onclose = () => end.resolve()
  stdout.once('close', () => end.resolve())
  session.signal.addEventListener('abort', () => end.resolve(), { once: true })

  await Promise.all([near.start(), far.start()])
  session.output.say(`Connected to ${credentials.url}/mcp. Messages are passed on until standard input is closed.`)
  await end.promise
  for (const one of inFlight.values()) one.abort()
  await Promise.all([near.close(), far.close()])
}

const serverTransport = async ({ url, apiKey }: Credentials): Promise<StreamableHTTPClientTransport> => {
  const { StreamableHTTPClientTransport: Transport } = await import('@modelcontextprotocol/client')
  const headers = { authorization: `Bearer ${apiKey}`, 'user-agent': userAgent }
  return new Transport(new URL('/mcp', url), { requestInit: { headers } })
}

/** The sentence about a message that was not answered. The server's own sentence is in its JSON. */
const sentenceOf = (error: unknown, { url }: Credentials): string => {
  const { status, text } = error as Partial<SdkHttpError> as { readonly status?: number; readonly text?: string }
  if (status === 401) return `The key is not valid at ${url}. Run ${atelier} login again.`
  if (status === undefined) return `No answer from ${url}: is the server running? (${(error as Error).message})`
  return `${url} refused the message with status ${status}: ${ownSentence(text) ?? 'it gave no reason.'}`
}

const ownSentence = (text: string | undefined): string | undefined => {
  try {
    return (JSON.parse(text ?? '') as { readonly error?: { readonly message?: string } }).error?.message
  } catch {
    return undefined
  }
}
