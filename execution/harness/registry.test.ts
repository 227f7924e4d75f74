import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { resolveHarness } from './index.ts'

afterEach(() => vi.unstubAllEnvs())

test('the native harness is installed and binds its program', () => {
  const native = resolveHarness('native')
  if (!native.installed) throw new Error(native.reason)
  const { binds, program } = native.harness
  const bind = binds.find(({ to }) => program.startsWith(`${to}/`))!
  expect(existsSync(join(bind.from, program.slice(bind.to.length)))).toBe(true)
  expect(binds.every(({ from }) => existsSync(from))).toBe(true)
})

test('where the sources are joined the native harness shows its joined program alone, and its sources once that is gone', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'joined-'))
  vi.stubEnv('JOINED_SOURCES', folder)
  const sources = resolveHarness('native')
  expect(sources).toMatchObject({ harness: { program: expect.stringMatching(/native\/main\.ts$/) } })
  const agents = join(folder, 'agents')
  await mkdir(agents)
  await writeFile(join(agents, 'native.mjs'), '')
  const to = '/opt/atelier/node_modules/.atelier-server/joined/agents'
  expect(resolveHarness('native')).toMatchObject({
    harness: { binds: [{ from: agents, to }], program: `${to}/native.mjs` },
  })
  await rm(folder, { recursive: true })
  expect(resolveHarness('native')).toEqual(sources)
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
