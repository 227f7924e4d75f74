import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { contract, operation, toThoseWho } from '../../contract/index.ts'
import { handle, implement } from '../../handler/index.ts'

const id = uuidv7()
const unknownId = uuidv7()
const projectId = uuidv7()

const read = {
  method: 'GET',
  access: toThoseWho('view', 'project', 'params.id'),
  replies: { 200: Type.Array(Type.Unknown()) },
} as const
const listParts = operation({
  ...read,
  path: '/v1/api/things/{id}/parts',
  reach: 'call',
  summary: 'List the parts',
  query: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 9 })) }),
  audit: { none: 'A test changes nothing.', refusals: 'thing.read' },
})
const readOutside = operation({
  ...read,
  path: '/v1/api/things/{id}/outside',
  reach: 'call',
  summary: 'Read outside a transaction',
  effect: 'outside',
  audit: { none: 'A test changes nothing.', refusals: 'thing.read' },
})
const askAbout = operation({
  method: 'POST',
  path: '/v1/api/things/{id}/questions',
  reach: 'call',
  summary: 'Read before a change outside a transaction',
  effect: 'outside',
  access: toThoseWho('manage', 'project', 'params.id'),
  replies: { 200: Type.Object({}) },
  audit: { action: 'thing.ask', category: 'execute' },
})

const entered: string[] = []
const handlers = implement(contract({ listParts, readOutside, askAbout }), {
  listParts: handle(listParts, async ({ level, next, ok }) => {
    entered.push(`list as ${level}`)
    next('more')
    return ok([])
  }),
  readOutside: handle(readOutside, async ({ ok }) => {
    entered.push('outside')
    return ok([])
  }),
  askAbout: handle(askAbout, async ({ read: readIn, commit }) => {
    await readIn(async () => void entered.push('read before a change'))
    return commit(async ({ ok }) => ok({}, { resource: ['thing', id] }))
  }),
})
const server = await tinyServer(handlers, {
  resources: { project: async (_tx, asked) => (asked === id ? { projectId } : undefined) },
})
const { owner, client } = await scene(server)
beforeEach(() => void entered.splice(0))

test('200 for a caller with access, whose handler runs once, with the level that was decided', async () => {
  const { status, body, headers } = await owner.call(listParts, { id })
  expect([status, body, headers.get('link')]).toEqual([200, [], expect.stringContaining('rel="next"')])
  expect(entered).toEqual(['list as manage'])
})

test('404 for a client without a grant, whose request enters no handler', async () => {
  expectError(await client.call(listParts, { id }), 404, 'not_found')
  expectError(await client.call(readOutside, { id }), 404, 'not_found')
  expectError(await client.call(askAbout, { id, body: {} }), 404, 'not_found')
  expect(entered).toEqual([])
})

test('404 for a resource that does not exist, for the agency too, before a handler is entered', async () => {
  const reply = await owner.call(listParts, { id: unknownId })
  expectError(reply, 404, 'not_found')
  expect(reply.headers.get('link')).toBeNull()
  expectError(await owner.call(readOutside, { id: unknownId }), 404, 'not_found')
  expectError(await owner.call(askAbout, { id: unknownId, body: {} }), 404, 'not_found')
  expect(entered).toEqual([])
})

test('400 for an invalid query before the handler is entered', async () => {
  expectError(await owner.call(listParts, { id, query: { limit: 10 } }), 400, 'invalid_request')
  expect(entered).toEqual([])
})
