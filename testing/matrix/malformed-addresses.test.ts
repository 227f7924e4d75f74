import { Agent, request as sendHttp, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { handlersOf } from '../../apps/server/domains.ts'
import { expectedAnswer } from '../../docs/expected-access.ts'
import { outgoing } from '../../platform/client/index.ts'
import type { Operation } from '../../platform/contract/index.ts'
import { lastErrors } from '../runner/server-log.ts'
import { isLong, isSoak } from '../soak.ts'
import { testServer } from '../server.ts'
import type { Person } from './people.ts'
import { kindsInPath } from './resources.ts'
import { openWorld, type Request } from './world.ts'

interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
}
interface OpenApiOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}
interface Answer {
  readonly status: number
  readonly body: { readonly code?: string; readonly error?: string | { readonly code?: string } }
}

const malformed = [
  'x',
  '-1',
  '..',
  '%2e%2e',
  '%00',
  '%ed%a0%80',
  '%F0%9F%A7%BE%E2%80%AE',
  '9'.repeat(3_000),
  'a'.repeat(9_000),
  `${uuidv7().slice(0, -1)}g`,
  uuidv7().replaceAll('-', ''),
  uuidv7().replace(/-7/, '-f'),
  `${uuidv7()}%0A`,
]

const odd = [
  ' ',
  'null',
  "' or 1=1 --",
  '$1',
  '{}',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'infinity',
  '0000-00-00T00:00:00Z',
  '2026-13-45T99:99:99Z',
  Buffer.from('infinity ffffffff-ffff-ffff-ffff-ffffffffffff').toString('base64url'),
].map(encodeURIComponent)

const inPaths = [...malformed, ...odd]
const inQueries = [
  '',
  '..',
  '-1',
  '%00',
  '%ed%a0%80',
  '%E2%80%AE',
  '1e400',
  '9'.repeat(400),
  'a'.repeat(3_000),
  `${uuidv7().slice(0, -1)}g`,
  ...odd,
]

/** Each place of an address is sent an eighth of the values, of which each goes to an eighth of the places; in a long run a half, in a soak all. */
const sentTo = (values: readonly string[], place: number) =>
  values.filter((_, at) => isSoak || (at + place) % (isLong ? 2 : 8) === 0)

const internals = /\bat .*\.[jt]s|node_modules|\/work\/|postgres|syntax error|select .* from|invalid input syntax/i
const marker = uuidv7()

const server = await testServer()
const world = await openWorld(server)
const document = (await (await fetch(`${server.baseUrl}/v1/api/openapi.json`)).json()) as OpenApiDocument
const declared = new Map(
  Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .map(({ operationId, responses }) => [operationId, responses]),
)
const operations = handlersOf(server.parts).map(({ operation }) => operation)
const withParameters = operations.filter(({ path }) => path.includes('{'))
const withQuery = operations.filter(({ query }) => query !== undefined)

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** An admin by key, or by a session where the operation takes no key. */
const callerOf = (operation: Operation): Person => {
  const names = ['an admin', 'an owner’s session', 'no credential']
  const people = names.map((name) => world.people.find((person) => person.name === name)!)
  return people.find(({ callerKind }) => expectedAnswer(operation, callerKind) === 'passes')!
}

/** Sends the address as it is: a URL would remove `..` from it. */
const sendTo = async ({ operation, person, input }: Request, path: string): Promise<Answer> => {
  const { body, bytes } = bodyOf(operation, input)
  const headers = {
    ...person.caller.credential,
    ...person.headers,
    ...(body !== undefined && { 'content-type': bytes ?? 'application/json', 'content-length': String(body.length) }),
  }
  const { hostname, port } = new URL(server.baseUrl)
  const sent = sendHttp({ hostname, port, path, method: operation.method, headers, agent })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const isJson = response.headers['content-type']?.startsWith('application/json')
  const answer = isJson ? (JSON.parse(await text(response)) as Answer['body']) : {}
  if (!isJson) response.destroy()
  return { status: response.statusCode!, body: answer }
}

const bodyOf = ({ body }: Operation, input: Request['input']) => {
  if (body && 'bytes' in body) return { body: Buffer.alloc(0), bytes: body.bytes }
  return { body: input.body === undefined ? undefined : Buffer.from(JSON.stringify(input.body)) }
}

const propertiesOf = (operation: Operation): string[] =>
  operation.query && 'properties' in operation.query ? Object.keys(operation.query.properties as object) : []

/** The address of a request, with the value as it is in the place of the marker. */
const addressOf = (operation: Operation, { body: _, query, ...params }: Request['input'], value: string): string => {
  const { address } = outgoing(server.baseUrl, operation, {
    params: params as Record<string, string>,
    query: query as Record<string, string> | undefined,
  })
  return `${address.pathname}${address.search}`.replace(marker, value)
}

const expectDeclared = (operation: Operation, [name, value]: readonly [string, string], answer: Answer) => {
  const where = [name, value.slice(0, 50), answer.status === 500 ? lastErrors() : '']
  expect([...where, ...undeclared(operation, answer)]).toEqual(where)
  expect(JSON.stringify(answer.body)).not.toMatch(internals)
}

/** The status and code of an answer in the form of the operation, where its description declares neither. */
const undeclared = (operation: Operation, { status, body }: Answer): unknown[] => {
  const description = declared.get(operation.id)![status]?.description
  if (status < 400) return description === undefined ? [status] : []
  const isOfProvider = typeof body.error === 'object'
  if (isOfProvider !== (operation.errorShape !== undefined)) return [status, 'another form']
  const code = typeof body.error === 'object' ? body.error.code : body.code
  const codes = description?.split('\n\n').map((line) => /^`(\w+)`: /.exec(line)?.[1])
  return codes?.includes(code) && status !== 500 ? [] : [status, code]
}

test.each(withParameters.map((operation, index) => [operation.id, operation, index] as const))(
  '%s answers malformed values in its path as the document declares',
  async (_id, operation, index) => {
    const request = await world.request(operation, callerOf(operation))
    for (const [place, name] of Object.keys(kindsInPath(operation)).entries()) {
      for (const value of sentTo(inPaths, index + place)) {
        const address = addressOf(operation, { ...request.input, [name]: marker }, value)
        expectDeclared(operation, [name, value], await sendTo(request, address))
      }
    }
  },
)

test.each(withQuery.map((operation, index) => [operation.id, operation, index] as const))(
  '%s answers malformed values in its query as the document declares',
  async (_id, operation, index) => {
    const request = await world.request(operation, callerOf(operation))
    for (const [place, name] of propertiesOf(operation).entries()) {
      for (const value of sentTo(inQueries, index + place)) {
        const query = { ...(request.input.query as object), [name]: marker }
        const address = addressOf(operation, { ...request.input, query }, value)
        expectDeclared(operation, [name, value], await sendTo(request, address))
      }
    }
  },
)

test('every operation with a parameter in its path or query was tested', () => {
  expect(withParameters.length).toBeGreaterThan(200)
  expect(withQuery.length).toBeGreaterThan(30)
  expect(withParameters.filter((operation) => Object.keys(kindsInPath(operation)).length === 0)).toEqual([])
})
