import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse, refuseFields } from '../contract/errors.ts'
import type { InvalidField } from '../contract/handler.ts'
import type { Bytes, Operation } from '../contract/operation.ts'

const isBytes = (body: Operation['body']): body is Bytes => body !== undefined && 'bytes' in body

/**
 * Bodies by the operation's declaration: JSON, raw bytes handed on as a stream, or none, in which case what was
 * sent is not looked at. Any other media type is 415, before a byte of the body is read.
 */
export const parseBodies = (server: FastifyInstance): void => {
  server.removeAllContentTypeParsers()
  server.addHook('preParsing', async (request) => {
    checkMediaType(request)
  })
  server.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string) =>
      request.routeOptions.config.operation?.body ? parseJson(text) : undefined,
  )
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (isBytes(request.routeOptions.config.operation?.body)) return payload
    payload.resume()
    return undefined
  })
}

const checkMediaType = (request: FastifyRequest) => {
  const body = request.routeOptions.config.operation?.body
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (!body || (type === undefined && !isBytes(body))) return
  if (type !== (isBytes(body) ? body.bytes : 'application/json')) refuse('unsupported')
}

const parseJson = (text: string): unknown => {
  const unstorable: InvalidField[] = []
  const value = parsed(text, (key, value) => {
    if (key === '__proto__')
      refuseFields([{ path: key, message: 'A field may not be called __proto__.', rule: 'name' }])
    // PostgreSQL's text and JSON cannot hold it.
    if (key.includes('\0') || (typeof value === 'string' && value.includes('\0')))
      unstorable.push({ path: key, message: 'may not hold the character NUL', rule: 'nul' })
    return value
  })
  return unstorable.length > 0 ? refuseFields(unstorable) : value
}

const parsed = (text: string, reviver: (key: string, value: unknown) => unknown): unknown => {
  try {
    return JSON.parse(text, reviver)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return refuseFields([{ path: '', message: 'The body is not JSON.', rule: 'json' }])
  }
}
