import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseRaw } from '../../../testing/network/raw-http.ts'
import { scene } from '../../../testing/scene.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { thingHandlers } from '../../../testing/tiny/things.ts'

const server = await tinyServer(thingHandlers)
const { owner } = await scene(server)
const sender = join(import.meta.dirname, '../../../testing/network/endless-sender.ts')

test.each([0, 20, 200])('413 is read by a sender of 5 GiB that looks after %i ms, without a proxy', async (lateMs) => {
  const head = [
    'POST /v1/api/things HTTP/1.1',
    'host: x',
    `x-api-key: ${owner.key}`,
    'content-type: application/json',
    `content-length: ${5 * 2 ** 30}`,
    '',
    '',
  ].join('\r\n')
  const { stdout } = await promisify(execFile)(process.execPath, [
    sender,
    new URL(server.baseUrl).port,
    head,
    String(lateMs),
  ])
  const answer = parseRaw(stdout)
  expect(answer.head).toContain('connection: close')
  expect([answer.status, answer.body]).toEqual([
    413,
    { code: 'body_too_large', error: expect.any(String), requestId: expect.any(String) },
  ])
})
