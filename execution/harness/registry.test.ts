import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { resolveHarness } from './index.ts'

test('the native harness is installed and binds its program', () => {
  const native = resolveHarness('native')
  if (!native.installed) throw new Error(native.reason)
  const { binds, program } = native.harness
  const bind = binds.find(({ to }) => program.startsWith(`${to}/`))!
  expect(existsSync(join(bind.from, program.slice(bind.to.length)))).toBe(true)
  expect(binds.every(({ from }) => existsSync(from))).toBe(true)
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
