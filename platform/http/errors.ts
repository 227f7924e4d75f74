import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { commonErrors } from '../contract/errors.ts'
import { Refusal } from '../contract/reply.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { Invalid } from './schemas.ts'

const named: Readonly<Record<string, keyof typeof commonErrors>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid',
  FST_ERR_MAX_LIMIT_REACHED: 'uriTooLong',
  FST_ERR_BAD_URL: 'absent',
}

/** Answers every error in the declared shape; what was not foreseen is logged with its cause and says nothing. */
export const answerErrors = (server: FastifyInstance): void => {
  server.setErrorHandler((error, request, reply) => answer(refusalOf(error as FastifyError, request), request, reply))
  server.setNotFoundHandler((request, reply) => answer(new Refusal(commonErrors.absent), request, reply))
}

const refusalOf = (error: FastifyError, request: FastifyRequest): Refusal => {
  if (error instanceof Refusal) return error
  if (error instanceof Invalid) return new Refusal({ ...commonErrors.invalid, details: { fields: error.fields } })
  const known = named[error.code]
  if (known) return new Refusal(commonErrors[known])
  if (isUnavailable(error)) {
    request.log.error({ err: error, requestId: request.id }, 'the database does not answer')
    return new Refusal({ ...commonErrors.unavailable, retryAfterSeconds: 5 })
  }
  request.log.error({ err: error, requestId: request.id, traceId: request.traceId }, 'a request failed unforeseen')
  return new Refusal(commonErrors.internal)
}

const answer = (refusal: Refusal, request: FastifyRequest, reply: FastifyReply) => {
  if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', String(refusal.retryAfterSeconds))
  // What is left of a body that was refused is not read: the connection ends instead.
  if (!request.raw.readableEnded && request.raw.headers['content-type']) void reply.header('connection', 'close')
  return reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({
      error: refusal.message,
      ...(refusal.code && { code: refusal.code }),
      ...refusal.details,
      requestId: request.id,
    })
}

/** Answers what is no HTTP at all, or has headers that are too large, in the same shape. */
answerErrors.malformed = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const spec = error.code === 'HPE_HEADER_OVERFLOW' ? commonErrors.headersTooLarge : commonErrors.invalid
  const body = JSON.stringify({ error: spec.message, code: spec.code, requestId: uuidv7() })
  const reason = spec.status === 431 ? 'Request Header Fields Too Large' : 'Bad Request'
  socket.end(
    `HTTP/1.1 ${spec.status} ${reason}\r\ncontent-type: application/json\r\nconnection: close\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}
