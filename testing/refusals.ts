import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { newKey } from '../platform/access/index.ts'
import type { Operation } from '../platform/contract/index.ts'
import { callerOf, withoutRequestId, type Caller, type Reply } from './caller.ts'
import { parseRaw, sendRaw } from './raw-http.ts'
import { scene, type Scene } from './scene.ts'
import type { TestServer } from './server.ts'
import { asOwner, stateOf } from './state.ts'

type Change = Readonly<Record<string, unknown>>

/** A workspace, and a request in it that would succeed for its owner. */
export interface World {
  readonly scene: Scene
  readonly input: Change
}

interface Options {
  /** How the request is sent, where a call with JSON will not do. */
  readonly send?: (caller: Caller, input: Change) => Promise<Reply>
  /** What the path names belongs to the workspace itself. */
  readonly withoutProject?: boolean
}

interface Refusing {
  readonly server: TestServer
  readonly operation: Operation
  readonly world: () => World
  readonly neighbour: () => World
  readonly send: (caller: Caller, change?: Change) => Promise<Reply>
  readonly withoutProject: boolean
}

/** Tests the refusals that an operation has in common with all others, and that none of them changes anything. */
export const commonRefusals = (
  server: TestServer,
  operation: Operation,
  makeWorld: () => Promise<World>,
  { send = (caller, input) => caller.call(operation, input), withoutProject = false }: Options = {},
): void => {
  let [world, neighbour]: (World | undefined)[] = []
  beforeAll(async () => {
    world = await makeWorld()
    neighbour = await makeWorld()
  })
  const refusing: Refusing = {
    server,
    operation,
    world: () => world!,
    neighbour: () => neighbour!,
    send: (caller, change = {}) => send(caller, { ...world!.input, ...change }),
    withoutProject,
  }
  describe('common refusals', () => {
    refusesStrangers(refusing)
    refusesByTheCaller(refusing)
    if (operation.path.includes(`{${idNameOf(operation)}}`)) hidesOthers(refusing)
    if (operation.body && !('bytes' in operation.body)) refusesBodies(refusing)
  })
}

/** The parameter of the path that names the operation's resource. */
const idNameOf = ({ access: { on } }: Operation) =>
  on?.id.startsWith('params.') ? on.id.slice('params.'.length) : 'id'

/** Does the work, shows that it changed no table and no file, and gives what it gave. */
export const unchanged = async <T>(server: TestServer, work: () => Promise<T>): Promise<T> => {
  const before = await settledState(server)
  const result = await work()
  expect(await settledState(server)).toEqual(before)
  return result
}

/** What `stateOf` tells, once the deletions that go on in the background are over. */
export const settledState = async (server: TestServer) => {
  await server.parts.repositories.close()
  return stateOf(server)
}

/** An answer in the shape of every error, with the request id of its header. */
export const expectError = (reply: Reply, status: number, code: string, fields?: unknown): void => {
  expect(reply).toMatchObject({ status, body: { code } })
  expect(reply.body).toMatchObject({
    error: expect.stringMatching(/^[A-Z“].*\.$/s) as string,
    requestId: reply.headers.get('x-request-id'),
    ...(fields !== undefined && { fields }),
  })
}

const refusesStrangers = ({ server, world, send }: Refusing) => {
  test('401 without a key, and with one that is malformed, unknown, expired or revoked', async () => {
    const { join } = world().scene
    const [expired, revoked] = await Promise.all([join('owner', { expiresAt: new Date(0) }), join('owner')])
    await asOwner(server, 'update api_key set revoked_at = now(), revoked_by = user_id where id = $1', [revoked.keyId])
    const keys = [undefined, 'atl_short', newKey().secret, expired.caller.key, revoked.caller.key]
    const replies = await unchanged(server, () => Promise.all(keys.map((key) => send(callerOf(server.baseUrl, key)))))
    for (const reply of replies) expectError(reply, 401, 'unauthenticated')
    expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply)))).size).toBe(1)
  })

  test('403 in another workspace, the same as in one that does not exist', async () => {
    const named = [(await scene(server)).workspace, uuidv7(), 'nonsense']
    const replies = await unchanged(server, () =>
      Promise.all(named.map((id) => send(world().scene.owner, { headers: { 'x-organization-id': id } }))),
    )
    for (const reply of replies) expectError(reply, 403, 'forbidden')
    expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply)))).size).toBe(1)
  })
}

const refusesByTheCaller = ({ server, operation, world, send, withoutProject }: Refusing) => {
  if (operation.method !== 'GET') {
    test('403 for a read-only key', async () => {
      const { caller } = await world().scene.join('owner', { scopes: ['read'] })
      expectError(await unchanged(server, () => send(caller)), 403, 'forbidden')
    })
  }
  if (['agency', 'administrator'].includes(operation.access.who)) {
    const isHidden = operation.access.who === 'agency' && operation.access.on?.id.startsWith('params.')
    const [status, code] = isHidden ? [404, 'not_found'] : [403, 'forbidden']
    test(`${status} for a client`, async () => {
      expectError(await unchanged(server, () => send(world().scene.client)), status, code)
    })
  }
  if (operation.access.who === 'administrator') {
    test('403 for a member, and for a key without the administrator scope', async () => {
      const { member, join } = world().scene
      const { caller } = await join('owner', { scopes: ['write'] })
      const replies = await unchanged(server, () => Promise.all([member, caller].map((one) => send(one))))
      for (const reply of replies) expectError(reply, 403, 'forbidden')
    })
  }
  if (operation.method !== 'GET' && (withoutProject || !operation.access.on)) {
    test('403 for a key restricted to projects', async () => {
      const { caller } = await world().scene.join('owner', { projectIds: [uuidv7()] })
      expectError(await unchanged(server, () => send(caller)), 403, 'forbidden')
    })
  }
}

const hidesOthers = (refusing: Refusing) => {
  const { server, operation, world, send, withoutProject } = refusing
  if (operation.access.on?.absent !== 'handler') hidesIds(refusing)
  const { on } = operation.access
  if (!on || withoutProject) return
  test('404 for a key that names other projects', async () => {
    const { caller } = await world().scene.join('owner', { projectIds: [uuidv7()] })
    expectError(await unchanged(server, () => send(caller)), 404, 'not_found')
  })
  if (operation.access.who !== 'participant') return
  test('404 for a client without a grant on the project', async () => {
    expectError(await unchanged(server, () => send(world().scene.client)), 404, 'not_found')
  })
}

const hidesIds = ({ server, operation, world, neighbour, send }: Refusing) =>
  test('404 is the same for a neighbour’s id, an unknown and a malformed one', async () => {
    const name = idNameOf(operation)
    const ids = [neighbour().input[name], uuidv7(), 'nonsense', '%00', '-', 'x'.repeat(3_000)]
    const replies = await unchanged(server, () =>
      Promise.all(ids.map((id) => send(world().scene.owner, { [name]: id }))),
    )
    for (const reply of replies) expectError(reply, 404, 'not_found')
    expect(new Set(replies.map((reply) => JSON.stringify(withoutRequestId(reply)))).size).toBe(1)
  })

const refusesBodies = ({ server, operation, world, send }: Refusing) => {
  test('415 for another media type', async () => {
    const reply = await unchanged(server, () =>
      send(world().scene.owner, { headers: { 'content-type': 'text/plain' } }),
    )
    expectError(reply, 415, 'unsupported_media_type')
  })

  test('413 for a body over the limit of the operation', async () => {
    const length = (operation.bodyLimit ?? 2 ** 20) + 1
    const { status, body } = await unchanged(server, () => post(`content-length: ${length}`, '{'))
    expect({ status, code: body.code }).toEqual({ status: 413, code: 'body_too_large' })
  })

  test.each(['{', '', 'null x', '{"a":1,}', '\u0000'])('400 for a body that is not JSON: %j', async (text) => {
    const { status, body } = await unchanged(server, () => post(`content-length: ${Buffer.byteLength(text)}`, text))
    expect({ status, code: body.code, paths: pathsOf(body) }).toEqual({
      status: 400,
      code: 'invalid_request',
      paths: [''],
    })
  })

  test.each([null, [], 'text', 7])('400 for a body that is not an object: %j', async (value) => {
    expectError(await unchanged(server, () => send(world().scene.owner, { body: value })), 400, 'invalid_request', [
      { path: '', message: expect.any(String) as string, rule: 'type' },
    ])
  })

  test('400 for an unknown field', async () => {
    const body = { ...(world().input.body as object), nonsense: 1 }
    expectError(await unchanged(server, () => send(world().scene.owner, { body })), 400, 'invalid_request', [
      { path: 'nonsense', message: 'is not a field of this request', rule: 'unknown' },
    ])
  })

  const pathsOf = (body: Record<string, unknown>) =>
    (body.fields as { path: string }[] | undefined)?.map(({ path }) => path)
  const post = async (header: string, text: string) => {
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(world().input[name]))
    const head = `${operation.method} ${path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\ncontent-type: application/json`
    const { key } = world().scene.owner
    return parseRaw(await sendRaw(server.baseUrl, `${head}\r\nx-api-key: ${key}\r\n${header}\r\n\r\n${text}`))
  }
}
