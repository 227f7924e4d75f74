import { STATUS_CODES, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { commonErrors } from '../../contract/errors.ts'
import { takesIdempotencyKey, type Operation } from '../../contract/operation.ts'
import { Refusal } from '../../refusal/refusal.ts'
import { isBusy, isUnavailable, OutcomeUnknown } from '../../db/unavailable.ts'
import { NoTurn } from '../../waiting/index.ts'
import { isDiskFull, isStorageDown, StoreFullError } from '../../storage/index.ts'
import { errorShapes } from './error-shapes.ts'
import { openFoldedLog, type FoldedLog } from '../folded-log.ts'
import { addressKeyOf } from '../requests/limits.ts'
import { openRefusalPace } from '../access/refusal-pace.ts'
import type { Refusals } from './refusals.ts'
import { markReply, urlMostBytes } from '../requests/request.ts'
import { Invalid } from '../requests/schemas.ts'

/** The sentence of a 404, chosen only by the operation's path: equal for a missing resource and for a hidden one. */
export const absenceOf = (path: string): string => {
  const parts = path.split('/')
  const at = parts.findLastIndex((part) => part === '{id}' || /^\{[a-zA-Z]+Id\}$/.test(part))
  if (at === -1) return commonErrors.absent.message
  const kind = kindOf(parts[at]!.slice(1, -1), parts[at - 1]!)
  const isLast = at === parts.length - 1
  return `There is no such ${kind} in this workspace${isLast ? '' : ', or it has no such resource'}.`
}

/** `environment` for `{environmentId}`, `client account` for `client-accounts/{id}`. */
const kindOf = (name: string, before: string): string => {
  if (name !== 'id')
    return name
      .slice(0, -'Id'.length)
      .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
      .replace(/^repo$/, 'repository')
  return before
    .replaceAll('-', ' ')
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/(?<!s)s$/, '')
}

const named: Readonly<Record<string, keyof typeof commonErrors>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported',
  FST_ERR_MAX_LIMIT_REACHED: 'uriTooLong',
}

interface ErrorParts {
  readonly refusals: Refusals
  readonly onDiskFull: () => void
  /** The client's name for this server. */
  readonly originOf: (host: string | undefined) => string
}

/** Answers every error in the declared shape; an unexpected error is logged with its cause, and reveals nothing. */
export const answerErrors = (server: FastifyInstance, { refusals, onDiskFull, originOf }: ErrorParts): void => {
  const folded = openFoldedLog()
  const pace = openRefusalPace()
  server.setErrorHandler(async (error, request, reply) => {
    const refusal = withKind(refusalOf(error as FastifyError, request, folded), request)
    if (isDiskFull(error) && !(error instanceof StoreFullError)) onDiskFull()
    await refusals.record(refusal, request)
    if (refusal.status === 401 && request.routeOptions.config.operation?.access.programs)
      void reply.header('www-authenticate', challenge(request, originOf))
    if (refusal.status === 429 && !(await pace.wait(refusedCaller(request), reply.raw)))
      void reply.header('connection', 'close')
    return answer(refusal, request, reply)
  })
  server.setNotFoundHandler((request, reply) => answer(new Refusal(commonErrors.absent), request, reply))
}

/** Adds the kind of the missing resource to a 404 without it. */
const withKind = (refusal: Refusal, { routeOptions }: FastifyRequest): Refusal => {
  const { operation } = routeOptions.config
  const isPlain = refusal.code === commonErrors.absent.code && refusal.message === commonErrors.absent.message
  return operation && isPlain ? new Refusal({ ...commonErrors.absent, message: absenceOf(operation.path) }) : refusal
}

/** The credential whose refusals are counted, or the network of a stranger. */
const refusedCaller = ({ caller, visitor, ip }: FastifyRequest) => (caller ?? visitor)?.credentialId ?? addressKeyOf(ip)

const refusalOf = (error: FastifyError, request: FastifyRequest, folded: FoldedLog): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof Invalid) return new Refusal({ ...commonErrors.invalid, details: { fields: error.fields } })
  const commonName = named[error.code] ?? (isFastifys(error) ? 'invalid' : undefined)
  if (commonName) return new Refusal(commonErrors[commonName])
  request.isLogged = true
  const about = { err: error, requestId: request.id, traceId: request.traceId }
  if (hasLeft(error, request)) {
    request.log.info(about, 'Client closed the connection before the response')
    return new Refusal(commonErrors.internal)
  }
  if (error instanceof NoTurn) return noTurn(error, request, folded)
  if (isDiskFull(error)) {
    request.log.error(about, 'Disk full')
    return new Refusal(commonErrors.storageFull)
  }
  if (isStorageDown(error)) {
    request.log.error(about, 'Object store not responding')
    return new Refusal(commonErrors.storageUnavailable)
  }
  if (isUnavailable(error) || isBusy(error)) {
    const what = isUnavailable(error) ? 'The database does not answer' : 'The database is too busy'
    folded(what, (repeated) => request.log.error({ ...about, repeated }, what))
    return new Refusal(error instanceof OutcomeUnknown ? outcomeUnknown(request) : commonErrors.unavailable)
  }
  request.log.error(about, 'Unexpected error in a request')
  return new Refusal(commonErrors.internal)
}

/** True for a refusal by the library that reads requests. The code of a `DOMException`, as of a timeout, is a number. */
const isFastifys = ({ code, statusCode = 500 }: Partial<FastifyError>) =>
  String(code).startsWith('FST_') && statusCode < 500

/** 429 if the caller's own workspace or network used the places, 503 if others did. */
const noTurn = ({ isOwn, key }: NoTurn, request: FastifyRequest, folded: FoldedLog) => {
  const what = isOwn ? 'A workspace or a network has used its share of the database' : 'Requests waited too long'
  folded(`${what} ${isOwn ? key : ''}`, (repeated) => request.log.warn({ key, repeated }, what))
  return new Refusal({ ...commonErrors[isOwn ? 'rateLimited' : 'overloaded'], retryAfterSeconds: turnRetrySeconds })
}
const turnRetrySeconds = 5

// Repeating a change whose outcome is unknown may make it twice: a caller without a key gets no `Retry-After`.
const outcomeUnknown = ({ headers, routeOptions }: FastifyRequest) => {
  const { operation } = routeOptions.config
  const isRepeatable = headers['idempotency-key'] !== undefined && operation && takesIdempotencyKey(operation)
  const { retryAfterSeconds } = commonErrors.unavailable
  return { ...commonErrors.outcomeUnknown, ...(isRepeatable && { retryAfterSeconds }) }
}

const cutOff = ['ABORT_ERR', 'ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']

/** The caller broke the connection off, and the error follows from that: not the server's fault. */
const hasLeft = (error: FastifyError, { raw }: FastifyRequest) =>
  isSocketGone(raw) && (error.name === 'AbortError' || cutOff.includes(error.code))

// A destroyed request has no socket, although its type has one.
const isSocketGone = ({ socket }: { readonly socket: Socket | null }) => socket?.destroyed ?? true

const answer = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply, shape = shapeOf(request)) => {
  if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', String(refusal.retryAfterSeconds))
  const shaped = shape(refusal, request.id)
  const body = typeof shaped === 'string' ? shaped : JSON.stringify(shaped)
  const mediaType = typeof shaped === 'string' ? 'text/plain' : 'application/json'
  void reply.status(refusal.status).type(`${mediaType}; charset=utf-8`)
  if (refusal.status === 401 && request.routeOptions.config.operation?.access.basic)
    void reply.header('www-authenticate', 'Basic realm="Atelier", charset="UTF-8"')
  // Source: RFC 9110, section 14.4.
  if (refusal.status === 416) void reply.header('content-range', `bytes */${String(refusal.details.sizeBytes)}`)
  // Source: RFC 9110, section 15.5.6.
  if (refusal.status === 405) void reply.header('allow', 'POST')
  if (request.raw.readableEnded || !request.raw.headers['content-type']) return reply.send(body)
  // The rest of a refused body is useless: the connection ends after the answer.
  void reply.header('connection', 'close').header('content-length', Buffer.byteLength(body))
  return reply.send(Readable.from(thenRestOfBody(body, request.raw)))
}

/** Where a client learns how its person connects it. Source: RFC 9728, section 5.1, and RFC 6750, section 3. */
const challenge = ({ headers, routeOptions }: FastifyRequest, originOf: ErrorParts['originOf']) => {
  const metadata = `${originOf(headers.host)}/.well-known/oauth-protected-resource${routeOptions.url}`
  const wrong = headers.authorization === undefined ? '' : ', error="invalid_token"'
  return `Bearer realm="Atelier", resource_metadata="${metadata}", scope="read write"${wrong}`
}

const shapeOf = ({ routeOptions }: FastifyRequest) =>
  errorShapes[routeOptions.config.operation?.errorShape ?? 'atelier']

/** Answers an address that cannot be decoded, which Fastify refuses before any hook and without a route. */
answerErrors.undecodable = (operations: readonly Operation[]) => {
  const shapes = operations.flatMap(({ method, path, errorShape }) =>
    errorShape ? [{ method, path: pathPattern(path), shape: errorShapes[errorShape] }] : [],
  )
  return (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?', 1)[0]!
    const found = shapes.find((one) => one.method === request.method && one.path.test(path))
    markReply(request, reply)
    void answer(new Refusal(commonErrors.absent), request, reply, found?.shape)
  }
}

const pathPattern = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`)

/** Answers malformed HTTP and too large headers in the same shape. */
answerErrors.malformed = (error: Malformed, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  answerOnSocket(socket, faultOf(error))
}

/** Answers on a socket without a reply, and ends the connection. */
export const answerOnSocket = (socket: Socket, fault: keyof typeof commonErrors): void => {
  const spec = commonErrors[fault]
  const body = JSON.stringify({ error: spec.message, code: spec.code, requestId: uuidv7() })
  socket.write(
    `HTTP/1.1 ${spec.status} ${STATUS_CODES[spec.status]}\r\ncontent-type: application/json\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  socket.destroySoon()
}

type Malformed = Error & { readonly code?: string; readonly rawPacket?: unknown }

const faultOf = ({ code, rawPacket }: Malformed) => {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'timedOut'
  if (code !== 'HPE_HEADER_OVERFLOW') return 'malformed'
  const lineEnd = Buffer.isBuffer(rawPacket) ? rawPacket.indexOf('\r\n') : 0
  return lineEnd === -1 || lineEnd > urlMostBytes ? 'uriTooLong' : 'headersTooLarge'
}

const restMostBytes = 4 * 2 ** 20
const restMostMs = 5_000

/**
 * Yields `answer` at once, and ends when its sender has closed or the rest of its body was read, after five seconds at
 * the latest. Reads 4 MiB of that rest at most: a connection that is closed amid a body is reset, and its sender may
 * lose the answer. Source: RFC 9112, section 9.6.
 */
async function* thenRestOfBody(answer: string, raw: IncomingMessage): AsyncGenerator<string> {
  yield answer
  if (raw.readableEnded || raw.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  let restBytes = 0
  raw.once('end', resolve).once('close', resolve)
  raw.on('data', (chunk: Buffer) => {
    restBytes += chunk.length
    if (restBytes > restMostBytes) raw.pause()
  })
  const alarm = setTimeout(resolve, restMostMs).unref()
  await promise
  clearTimeout(alarm)
}
