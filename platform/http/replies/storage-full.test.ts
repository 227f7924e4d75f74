import { expect, test } from 'vitest'
import { expectError } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { anyObject, contract, operation, to } from '../../contract/index.ts'
import { handle, implement } from '../../handler/index.ts'
import { StorageFullError } from '../../storage/index.ts'

const faults: Readonly<Record<string, Error>> = {
  disk: Object.assign(new Error('no space'), { code: 'ENOSPC' }),
  quota: Object.assign(new Error('quota'), { code: 'EDQUOT' }),
  database: Object.assign(new Error('could not extend file'), { code: '53100' }),
  repository: new StorageFullError('this repository'),
  'read-only disk': Object.assign(new Error('read-only'), { code: 'EROFS' }),
  'disk in a cause': new Error('git could not be started', {
    cause: new Error('EROFS', { cause: Object.assign(new Error('read-only'), { code: 'EROFS' }) }),
  }),
}

const fill = operation({
  method: 'POST',
  path: '/v1/api/full/{what}',
  reach: 'call',
  summary: 'Meet a full disk',
  access: to('participant'),
  replies: { 200: anyObject() },
  audit: { none: 'A test changes nothing.', refusals: 'disk.fill' },
})
const handlers = implement(contract({ fill }), {
  fill: handle(fill, async ({ params, ok }) => {
    const fault = faults[params.what]
    if (fault) throw fault
    return ok({})
  }),
})
const server = await tinyServer(handlers)
const { owner } = await scene(server)
const readiness = async () => {
  const response = await fetch(`${server.baseUrl}/readyz`)
  return [response.status, await response.json()]
}

test.each(Object.keys(faults))('503 storage_full for a full %s, without Retry-After', async (what) => {
  const reply = await owner.call(fill, { what })
  expectError(reply, 503, 'storage_full')
  expect(reply.headers.get('retry-after')).toBeNull()
  expect(await readiness()).toEqual([
    503,
    { status: 'not ready', reason: 'A disk is full or read-only.', storage: 'available' },
  ])
})
