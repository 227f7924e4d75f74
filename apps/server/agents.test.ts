import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { SandboxDriver } from '../../execution/sandbox/index.ts'
import { harnessOf } from './agents.ts'

const folder = await mkdtemp(join(tmpdir(), 'agents-'))
afterEach(() => vi.unstubAllEnvs())
afterAll(() => rm(folder, { recursive: true, force: true }))

test('agents start from their sources once what these were joined into is gone', async () => {
  const joined = join(folder, 'joined')
  await mkdir(join(joined, 'agents'), { recursive: true })
  await writeFile(join(joined, 'agents', 'native.mjs'), '')
  vi.stubEnv('JOINED_SOURCES', joined)
  const warn = vi.fn()
  const sandboxes = { open: () => Promise.reject(new Error('none here')) } as unknown as SandboxDriver
  const harness = harnessOf({ sandboxes, folder: join(folder, 'cache'), shape: 'chat' }, {
    warn,
  } as unknown as FastifyBaseLogger)
  expect((await harness()).program).toMatch(/native\.mjs$/)
  expect(await harness()).toBe(await harness())
  expect(warn).toHaveBeenCalledOnce()
  await rm(joined, { recursive: true })
  expect((await harness()).program).toMatch(/native\/main\.ts$/)
})
