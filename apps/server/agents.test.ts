import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import type { SandboxDriver } from '../../execution/sandbox/index.ts'
import { harnessOf } from './agents.ts'

const folder = await mkdtemp(join(tmpdir(), 'agents-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('agents start where their program could not be compiled ahead of time, and it is tried once', async () => {
  const warn = vi.fn()
  const open = vi.fn(() => Promise.reject(new Error('none here')))
  const sandboxes = { open } as unknown as SandboxDriver
  const harness = harnessOf({ sandboxes, folder: join(folder, 'cache'), shape: 'chat' }, {
    warn,
  } as unknown as FastifyBaseLogger)
  expect((await harness()).program).toMatch(/native(\/main\.ts|\.mjs)$/)
  expect(await harness()).toBe(await harness())
  expect(open).toHaveBeenCalledOnce()
  expect(warn).toHaveBeenCalledOnce()
})
