import { expect, test, vi } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { CheckTimeoutError, ScanTimeoutError } from '../../../execution/repositories/index.ts'
import {
  bundleType,
  finalize,
  importStatus,
  scanSource,
  uploadedImport,
} from '../../../testing/repositories/imports.ts'
import { expectError } from '../../../testing/refusals.ts'
import { bundleOf } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()

const slowOnce = (error: Error) =>
  vi.spyOn(server.parts.repositories, 'inspectBundle').mockImplementationOnce(() => Promise.reject(error))

test.runIf(isLong).each([new CheckTimeoutError(1), new ScanTimeoutError(1)])(
  '503 with Retry-After on a slow machine (%s), and 201 for the same import later',
  async (error) => {
    const { owner, rows } = await scene(server)
    const id = await uploadedImport(owner, await bundleOf({ a: '1' }))
    slowOnce(error)
    const slow = await finalize(owner, id)
    expectError(slow, 503, 'check_timeout')
    expect(slow.headers.get('retry-after')).toBe('30')
    expect([await importStatus(owner, id), await rows('sandbox_slot')]).toEqual(['uploaded', []])
    expect((await finalize(owner, id)).status).toBe(201)
  },
)

test.runIf(isLong)('503 for a scan on a slow machine, which leaves no bundle behind', async () => {
  const { owner } = await scene(server)
  const { bytes } = await bundleOf({ a: '1' })
  slowOnce(new CheckTimeoutError(1))
  expectError(await scanSource(owner, bytes, bundleType), 503, 'check_timeout')
  expect((await scanSource(owner, bytes, bundleType)).status).toBe(201)
})
