import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { knownThing } from '../../../testing/tiny/things.ts'
import { contract, operation, resource, to } from '../../contract/index.ts'
import { handle } from '../../handler/index.ts'

// Its type says that the id is required, its schema lets a body without one through.
const body = Type.Unsafe<{ readonly thingId: string }>({ type: 'object' })
const { takeThing } = contract({
  takeThing: operation({
    method: 'POST',
    path: '/v1/api/taken',
    reach: 'call',
    summary: 'Take a thing',
    access: to('participant', resource('thing', 'body.thingId')),
    body,
    replies: { 200: Type.Object({}) },
    audit: { none: 'A test of access changes nothing.', refusals: 'thing.take' },
  }),
})
const server = await tinyServer([handle(takeThing, async ({ ok }) => ok({}))])
const { owner } = await scene(server)

test('200 with the id that decides access', async () => {
  expect(await owner.call(takeThing, { body: { thingId: knownThing } })).toMatchObject({ status: 200 })
})

test.each([{}, { thingId: null }])('500 without the id, with the reason in the log: %j', async (empty) => {
  const reply = await owner.call(takeThing, { body: empty })
  expectError(reply, 500, 'internal')
  expect(server.log).toContainEqual(
    expect.objectContaining({
      requestId: reply.body.requestId as string,
      err: expect.objectContaining({
        message: 'takeThing was let through without body.thingId, by which its access is decided',
      }) as object,
    }),
  )
})
