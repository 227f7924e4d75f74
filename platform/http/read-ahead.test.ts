import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { expectError } from '../../testing/refusals.ts'
import { scene } from '../../testing/scene.ts'
import { tinyServer } from '../../testing/tiny/server.ts'
import { contract, operation, toThoseWho, type Level } from '../contract/index.ts'
import { statement } from '../db/statement.ts'
import { handle, implement } from '../handler/index.ts'

const [open, unknown] = [uuidv7(), uuidv7()]
const projectId = uuidv7()
const one = statement<object, { n: number }>('read-ahead.one', 'select 1 as n')

const read = { method: 'GET', replies: { 200: Type.Array(Type.Unknown()) } } as const
const listParts = operation({
  ...read,
  path: '/v1/api/things/{id}/parts',
  summary: 'List the parts',
  query: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 9 })) }),
  access: toThoseWho('view', 'project', 'params.id'),
  audit: { none: 'A test changes nothing.', refusals: 'thing.read' },
})
const readTime = operation({
  ...read,
  path: '/v1/api/things/{id}/time',
  summary: 'Read the time of the transaction',
  access: toThoseWho('view', 'project', 'params.id'),
  audit: { none: 'A test changes nothing.', refusals: 'thing.read' },
})

const ran: (Level | undefined)[] = []
const handlers = implement(contract({ listParts, readTime }), {
  listParts: handle(listParts, async ({ tx, level, next, ok }) => {
    ran.push(level)
    next('more')
    return ok(await one(tx, {}))
  }),
  readTime: handle(readTime, async ({ tx, now, ok }) => ok([now.getTime() === (await tx.now()).getTime()])),
})
const server = await tinyServer(handlers, {
  resources: { project: async (_tx, id) => (id === open ? { projectId } : undefined) },
})
const { owner, client } = await scene(server)
beforeEach(() => void ran.splice(0))

test('200 for the agency, whose handler runs once, in parallel with the access decision', async () => {
  const { status, body, headers } = await owner.call(listParts, { id: open })
  expect([status, body, headers.get('link')]).toEqual([200, [{ n: 1 }], expect.stringContaining('rel="next"')])
  expect(ran).toEqual(['manage'])
})

test('404 for a missing resource, for any result of the handler, without its Link', async () => {
  const reply = await owner.call(listParts, { id: unknown })
  expectError(reply, 404, 'not_found')
  expect(reply.headers.get('link')).toBeNull()
  expect(ran).toEqual(['manage'])
})

test('404 for a client without a grant and 400 for an invalid query, before the handler runs', async () => {
  expectError(await client.call(listParts, { id: open }), 404, 'not_found')
  expectError(await owner.call(listParts, { id: open, query: { limit: 10 } }), 400, 'invalid_request')
  expect(ran).toEqual([])
})

test('200 with the transaction time for a handler that asks for it', async () => {
  expect(await owner.call(readTime, { id: open })).toMatchObject({ status: 200, body: [true] })
})
