import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { resolveHarness } from './registry.ts'

afterEach(() => vi.restoreAllMocks())

test('the native harness is installed and binds its program', () => {
  const native = resolveHarness('native')
  if (!native.installed) throw new Error(native.reason)
  const { binds, program } = native.harness
  const bind = binds.find(({ to }) => program.startsWith(`${to}/`))!
  expect(existsSync(join(bind.from, program.slice(bind.to.length)))).toBe(true)
  expect(binds.every(({ from }) => existsSync(from))).toBe(true)
})

test('beside a built server the native harness shows only its built program', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'built-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  vi.spyOn(process, 'argv', 'get').mockReturnValue([process.execPath, join(folder, 'programs/server.mjs')])
  expect(resolveHarness('native')).toMatchObject({ harness: { program: expect.stringMatching(/native\/main\.ts$/) } })
  const from = join(folder, 'agent')
  await mkdir(from)
  await writeFile(join(from, 'native.mjs'), '')
  const to = '/opt/atelier/dist/agent'
  expect(resolveHarness('native')).toMatchObject({ harness: { binds: [{ from, to }], program: `${to}/native.mjs` } })
})

test.each(['runtime-1', 'runtime-7'])('%s is reported as not installed', (name) => {
  expect(resolveHarness(name)).toEqual({
    installed: false,
    reason: `The harness ${name} is not installed: no command is mapped to it on this instance. Use native, or ask the operator to install it.`,
  })
})

test.each(['', 'runtime-8', 'Native', '__proto__'])('%j is not a harness', (name) => {
  expect(resolveHarness(name)).toMatchObject({
    installed: false,
    reason: expect.stringContaining('There is no harness named'),
  })
})
