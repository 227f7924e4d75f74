import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { commonErrors } from '../../contract/errors.ts'
import { Refusal, refuse } from '../../refusal/refusal.ts'
import { isBodyOptional, type Bytes, type Operation } from '../../contract/operation.ts'
import { answerOnSocket } from '../replies/errors.ts'
import { openInFlight, type InFlightLimits } from './in-flight.ts'
import { parseJson } from './json.ts'
import { largeBytes, openLargeJson, type LargeJson } from './large-json.ts'

const isBytes = (body: Operation['body']): body is Bytes => body !== undefined && 'bytes' in body

interface Bodies {
  /**
   * A sender that is silent for so long in the middle of a body gets 408 and loses its connection; by default 120 s.
   */
  readonly idleMs?: number | undefined
  readonly inFlight?: InFlightLimits | undefined
}

/**
 * Bodies by the operation's declaration: JSON, raw bytes handed on as a stream, or no body, in which case a sent body
 * is ignored. Any other media type is 415, before a byte of the body is read. JSON of more than 256 KiB waits until its
 * bytes may be held, and is judged in a thread of its own.
 */
export const parseBodies = (server: FastifyInstance, { idleMs = 120_000, inFlight }: Bodies = {}): void => {
  const large = openLargeJson()
  const gate = openInFlight(inFlight)
  server.addHook('onClose', () => large.close())
  server.removeAllContentTypeParsers()
  server.addHook('preParsing', async (request, reply) => {
    checkMediaType(request)
    const bytes = heldBytes(request)
    if (bytes > largeBytes) {
      const giveBack = await gate.take(principalOf(request), bytes)
      if (reply.raw.closed) giveBack()
      else reply.raw.once('close', giveBack)
      endLate(request, reply, bytes)
    }
    endIdle(request, reply, idleMs)
  })
  server.addHook('preValidation', async (request) => {
    const { operation } = request.routeOptions.config
    if (request.body === undefined && operation && isBodyOptional(operation)) request.body = {}
    // Without a media type and a length no parser runs.
    if (request.body === undefined && isBytes(operation?.body)) request.body = request.raw
  })
  server.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { operation } = request.routeOptions.config
    // JSON that is taken as bytes is signed: it is parsed only after the signature is verified.
    if (isBytes(operation?.body)) return payload
    if (operation?.body) return readJson(operation, payload, limitOf(request), large)
    payload.resume()
    return undefined
  })
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (isBytes(request.routeOptions.config.operation?.body)) return payload
    payload.resume()
    return undefined
  })
}

const readJson = async (operation: Operation, payload: IncomingMessage, limitBytes: number, large: LargeJson) => {
  const bytes = await readBody(payload, limitBytes)
  if (bytes.length <= largeBytes) return parseJson(bytes)
  const schema = operation.body as Exclude<Operation['body'], Bytes | undefined>
  return large.judge({ name: operation.id, schema, bytes })
}

const limitOf = ({ routeOptions }: FastifyRequest) => routeOptions.bodyLimit

/** The memory of a JSON body: its declared length, or the most that the operation takes. */
const heldBytes = (request: FastifyRequest) => {
  const body = request.routeOptions.config.operation?.body
  if (!body || isBytes(body) || !hasBody(request)) return 0
  return Math.min(limitOf(request), Number(request.headers['content-length'] ?? Infinity))
}

const principalOf = ({ caller, visitor, ip }: FastifyRequest) => (caller ?? visitor)?.credentialId ?? ip

const checkMediaType = (request: FastifyRequest) => {
  const body = request.routeOptions.config.operation?.body
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (!body || (type === undefined && !isBytes(body) && !hasBody(request))) return
  if (type === undefined && isBytes(body) && body.isTypeOptional) return
  const types = isBytes(body) ? [body.bytes, ...(body.also ?? [])] : ['application/json']
  if (type === undefined || !types.includes(type)) throw unsupported(type, types)
  if (!isBytes(body) && !isUtf8(request.headers['content-type']!))
    throw unsupported(type, types, ' in another charset than UTF-8')
}

/** JSON is UTF-8. Source: RFC 8259, section 8.1. */
const isUtf8 = (type: string): boolean => {
  const charset = /;\s{0,20}charset\s{0,20}=\s{0,20}"?([\w.-]{1,40})/i.exec(type)?.[1]?.toLowerCase()
  return charset === undefined || charset === 'utf-8' || charset === 'utf8'
}

const unsupported = (type: string | undefined, types: readonly string[], how = '') => {
  const sent = type && /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'no such type'
  const { message } = commonErrors.unsupported
  return new Refusal({
    ...commonErrors.unsupported,
    message: `${message} It accepts ${types.join(', ')}; ${sent}${how} was sent.`,
  })
}

const endIdle = (request: FastifyRequest, reply: FastifyReply, idleMs: number) => {
  if (request.method === 'GET' || !hasBody(request)) return
  const { raw } = request
  const { socket } = raw
  socket.setTimeout(idleMs)
  raw.once('timeout', (silent: Socket) => endSocket(silent, reply))
  raw.once('end', () => socket.setTimeout(0))
}

const slowestBytesPerMs = 64
const graceMs = 60_000

/** A body that trickles in would keep the place of others: it has to come with 64 kB a second, and a minute more. */
const endLate = ({ raw }: FastifyRequest, reply: FastifyReply, bytes: number) => {
  const alarm = setTimeout(() => endSocket(raw.socket, reply), graceMs + bytes / slowestBytesPerMs).unref()
  raw.once('close', () => clearTimeout(alarm))
}

const endSocket = (socket: Socket, reply: FastifyReply) => {
  if (reply.raw.headersSent) socket.destroy()
  else answerOnSocket(socket, 'timedOut')
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** A whole body, in its own memory. Ends the request in 413 beyond `limitBytes`, in 400 if the sender cuts it off. */
export const readBody = async (payload: IncomingMessage, limitBytes: number): Promise<Buffer<ArrayBuffer>> => {
  const declared = payload.headers['content-length']
  const declaredBytes = declared === undefined ? undefined : Number(declared)
  if ((declaredBytes ?? 0) > limitBytes) refuse('tooLarge')
  try {
    return declaredBytes === undefined ? await collect(payload, limitBytes) : await fill(payload, declaredBytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return refuse('malformed')
    throw error
  }
}

/** Into one buffer of the declared length, so that nothing is joined at the end. */
const fill = async (payload: IncomingMessage, bytes: number) => {
  const body = Buffer.allocUnsafeSlow(bytes)
  let filled = 0
  for await (const chunk of chunksOf(payload)) filled += chunk.copy(body, filled)
  return filled === bytes ? body : refuse('malformed')
}

const collect = async (payload: IncomingMessage, limitBytes: number) => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunksOf(payload)) {
    bytes += chunk.length
    if (bytes > limitBytes) return refuse('tooLarge')
    chunks.push(chunk)
  }
  const body = Buffer.allocUnsafeSlow(bytes)
  chunks.reduce((at, chunk) => at + chunk.copy(body, at), 0)
  return body
}

// The connection stays open for the answer if the rest is not read.
const chunksOf = (payload: IncomingMessage): AsyncIterable<Buffer> => payload.iterator({ destroyOnReturn: false })
