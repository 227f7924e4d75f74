import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { runCli } from '../../testing/cli/run-cli.ts'
import type {} from '../../testing/runner/global-setup.ts'
import { Sample } from '../../testing/repositories/samples.ts'

// Each demo starts a server of its own, on a machine that may be busy with other suites.
vi.setConfig({ testTimeout: 180_000 })

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(inject('diskFolder'), 'cli-demo-'))
  await chmod(folder, 0o711)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the demo takes a repository through the loop, leaves it unchanged and cleans up', async () => {
  const sample = new Sample(join(folder, 'shop'))
  sample.write('package.json', '{"scripts":{"test":"node --test"}}\n')
  sample.write('test/adds.test.mjs', `import { test } from 'node:test'\ntest('adds', () => {})\n`)
  sample.write('a b', '1').commit()
  sample.write('a b', '2')
  const temporary = join(folder, 'demo')
  await mkdir(temporary)
  await chmod(temporary, 0o711)
  const state = () => [sample.git('for-each-ref'), sample.git('status', '--porcelain')]
  const before = state()
  const { exitCode, stdout, stderr } = await runCli([sample.path], folder, { TMPDIR: temporary }, 'demo.ts')
  expect([exitCode, exitCode === 0 ? stderr : stdout]).toEqual([0, ''])
  for (const words of [
    'before the change: passed',
    'after the change: passed',
    'is merged as commit',
    'shown, not proved',
    'The demo accepted it, as',
    '+# How changes are made here',
    'is as it was',
    'The server is stopped.',
    `deliver "<what should change>" ${sample.path}`,
  ]) {
    expect(stdout).toContain(words)
  }
  expect([state(), await readdir(temporary)]).toEqual([before, []])
})

test('the demo of a repository without tests passes, and shows its change as unverified', async () => {
  const bare = new Sample(join(folder, 'bare'))
  bare.write('notes.txt', 'one\n').commit()
  const temporary = join(folder, 'demo-bare')
  await mkdir(temporary)
  await chmod(temporary, 0o711)
  const { exitCode, stdout } = await runCli([bare.path], folder, { TMPDIR: temporary }, 'demo.ts')
  expect(exitCode).toBe(0)
  expect(stdout).toContain(
    'unverified: no check can judge it, or tests prove less.\n   It would wait for you. The demo accepted it',
  )
})

test('the demo on its sample is proved by an acceptance test', async () => {
  const temporary = join(folder, 'demo-sample')
  await mkdir(temporary)
  await chmod(temporary, 0o711)
  const { exitCode, stdout } = await runCli([], folder, { TMPDIR: temporary }, 'demo.ts')
  expect([exitCode, stdout.includes('proved by test'), stdout.includes('The demo accepted')]).toEqual([0, true, false])
})

test('the demo of a folder without a repository reports it and cleans up', async () => {
  const temporary = join(folder, 'demo-refused')
  await mkdir(temporary)
  await chmod(temporary, 0o711)
  const { exitCode, stdout } = await runCli([temporary], folder, { TMPDIR: temporary }, 'demo.ts')
  expect([exitCode, stdout.includes('is not in a git repository'), await readdir(temporary)]).toEqual([1, true, []])
})
