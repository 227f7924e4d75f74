import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { scene } from '../../../testing/scene.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { breakThing } from '../../../testing/tiny/things.ts'

const server = await tinyServer()

test('an upload aborted by its caller is not logged as an error, and a bug is', async () => {
  const { owner } = await scene(server)
  const sending = request(`${server.baseUrl}/v1/api/bytes`, {
    method: 'PUT',
    headers: { 'x-api-key': owner.key!, 'content-type': 'application/x-noise', 'content-length': 1_000_000 },
  })
  sending.on('error', () => undefined)
  sending.write(Buffer.alloc(100_000))
  await once(sending, 'socket')
  // The server has read the first bytes of this request when it answers another.
  await owner.call(breakThing, { how: 'badly' })
  sending.destroy()
  await server.ended()
  await owner.call(breakThing, { how: 'badly' })
  await server.ended()
  expect(server.log.map(({ msg }) => msg)).toEqual(['Unexpected error in a request', 'Unexpected error in a request'])
})
