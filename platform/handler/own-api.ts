import { randomBytes } from 'node:crypto'
import { Agent, request } from 'undici'
import type { Operation } from '../contract/operation.ts'
import { outgoing, type UntypedInput } from '../client/index.ts'

/** Marks the requests of this process to itself. It never leaves this machine, and a restart changes it. */
export const ownCall = { header: 'x-atelier-own-call', secret: randomBytes(32).toString('base64url') } as const

interface OwnRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  /** The largest body that is read. */
  readonly answerMostBytes: number
}

/** The operations of this server, called over HTTP as any client calls them. */
export type OwnApi = ReturnType<typeof openOwnApi>

// Requests beyond this many wait for a connection.
const connectionsMost = 128

/** Calls this server at `baseUrl` as any client does: credential, access, limits, validation, audit row. */
export const openOwnApi = (baseUrl: () => string) => {
  const agent = new Agent({ connections: connectionsMost, headersTimeout: 0, bodyTimeout: 0 })
  return {
    /** The answer of an operation with any status. */
    send: async (operation: Operation, input: UntypedInput, { headers, signal, answerMostBytes }: OwnRequest) => {
      const { address, method, headers: own, body } = outgoing(reachable(baseUrl()), operation, input)
      const reply = await request(address, {
        dispatcher: agent,
        method,
        headers: { ...own, ...headers, [ownCall.header]: ownCall.secret },
        body: typeof body === 'string' ? body : null,
        signal,
      })
      return {
        status: reply.statusCode,
        /** Undefined if the body is larger than `answerMostBytes`. */
        text: await textWithin(reply.body, answerMostBytes),
        header: (name: string) => [reply.headers[name] ?? []].flat().join(', ') || undefined,
      }
    },
    close: () => agent.destroy(),
  }
}

/** The address at which this machine reaches the server: a server on every address answers locally too. */
export const reachable = (baseUrl: string) =>
  baseUrl.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')

const textWithin = async (body: AsyncIterable<Buffer>, mostBytes: number): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
