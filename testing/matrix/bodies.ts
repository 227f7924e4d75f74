import { expect } from 'vitest'
import { outgoing } from '../../platform/client/index.ts'
import type { Reply } from '../caller.ts'
import { parseRaw, sendRawOnce } from '../network/raw-http.ts'
import { expectError } from '../refusals.ts'
import type { TestServer } from '../server.ts'
import { isLong } from '../soak.ts'
import { ownError } from './own-error.ts'
import { send } from './requests.ts'
import type { Request } from './world.ts'

const noJson = ['{', '', 'null x', '{"a":1,}', '\u0000']
const noObjects = [null, [], 'text', 7]

/** By day the first operation of an area is sent all of them, and each other one the next of them. */
const sentTo = <Body>(bodies: readonly Body[], turn: number): readonly Body[] =>
  isLong || turn === 0 ? bodies : [bodies[turn % bodies.length]!]

/** Sends an operation, as a caller who may call it, invalid bodies: each is refused for its own fault. */
export const refuseBodies = async (server: TestServer, request: Request, turn: number): Promise<void> => {
  const { operation, person, input } = request
  // Errors of a provider's interface name one field, and its requests may have fields that are not declared here.
  const tellsFields = !operation.errorShape
  expectError(await sendText(request, JSON.stringify(input.body), 'text/plain'), 415, 'unsupported_media_type')
  expect(await sendTooMuch(server, request)).toEqual({ status: 413, code: 'body_too_large' })
  for (const text of sentTo(noJson, turn)) {
    const reply = await sendText(request, text, 'application/json')
    expectError(reply, 400, 'invalid_request')
    if (tellsFields) expect([text, pathsOf(reply)]).toEqual([text, ['']])
  }
  for (const body of sentTo(noObjects, turn))
    expectError(
      await send(operation, person, { ...input, body }),
      400,
      'invalid_request',
      tellsFields ? [{ path: '', message: expect.any(String) as string, rule: 'type' }] : undefined,
    )
  if (!tellsFields) return
  const body = { ...(input.body as object), nonsense: 1 }
  expectError(await send(operation, person, { ...input, body }), 400, 'invalid_request', [
    { path: 'nonsense', message: 'is not a field of this request', rule: 'unknown' },
  ])
}

const sendText = async ({ operation, person, input }: Request, text: string, type: string): Promise<Reply> => {
  const { body: _, ...rest } = input
  const headers = { 'content-type': type, ...person.headers }
  const response = await person.caller.open(operation, { ...rest, headers }, { body: text })
  return ownError(operation, { status: response.status, body: await response.json(), headers: response.headers })
}

/** Says that a body comes which is longer than the operation takes. */
const sendTooMuch = async (server: TestServer, { operation, person, input }: Request) => {
  const { body: _, query: __, ...params } = input
  const { address } = outgoing(server.baseUrl, operation, { params: params as Record<string, string> })
  const headers = {
    host: address.host,
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String((operation.bodyLimit ?? 2 ** 20) + 1),
    ...person.caller.credential,
    ...person.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const answer = await sendRawOnce(
    server.baseUrl,
    `${operation.method} ${address.pathname} HTTP/1.1\r\n${lines.join('')}\r\n{`,
  )
  const { status, body } = parseRaw(answer)
  const { code } = operation.errorShape ? (body.error as { code: string }) : body
  return { status, code }
}

const pathsOf = ({ body }: Reply) => (body as { fields?: { path: string }[] }).fields?.map(({ path }) => path)
