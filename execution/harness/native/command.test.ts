import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { type CommandSpec, runCommand, shell } from './command.ts'

const never = new AbortController().signal
const run = (script: string, more: Partial<CommandSpec> = {}) =>
  runCommand({
    argv: [shell(), '-c', script],
    directory: tmpdir(),
    withinMs: 60_000,
    outputBytesMax: 1_000,
    signal: never,
    ...more,
  })

const isGone = async (pid: string) => {
  const status = await readFile(`/proc/${pid.trim()}/stat`, 'utf8').catch(() => '0 (gone) Z')
  return status.split(') ')[1]!.startsWith('Z')
}

test('a command returns its exit code and both streams', async () => {
  expect(await run('echo out; echo err >&2; exit 3')).toMatchObject({
    exitCode: 3,
    output: expect.stringMatching(/out\nerr|err\nout/),
  })
})

test('a long output keeps its first and its last part', async () => {
  const { output } = await run('echo first; yes | head -c 1000000; echo last')
  expect(output.startsWith('first\n')).toBe(true)
  expect(output.endsWith('last\n')).toBe(true)
  expect(output).toMatch(/\[… 999\d+ bytes left out …\]/)
  expect(output.length).toBeLessThan(1_100)
})

test('a command past its time limit ends with all its processes', async () => {
  const { stoppedBy, output } = await run('sleep 600 & echo $!; wait', { withinMs: 300 })
  expect(stoppedBy).toBe('time')
  await expect.poll(() => isGone(output)).toBe(true)
})

test('background processes end with their command', async () => {
  const { exitCode, output } = await run('sleep 600 & echo $!')
  expect(exitCode).toBe(0)
  await expect.poll(() => isGone(output)).toBe(true)
})

test('a command ends with its run', async () => {
  const controller = new AbortController()
  const running = run('echo started; sleep 600', { signal: controller.signal })
  controller.abort()
  expect(await running).toMatchObject({ stoppedBy: 'cancelled' })
  expect(await run('sleep 600', { signal: controller.signal })).toMatchObject({ stoppedBy: 'cancelled' })
})

test('a command can be ended early', async () => {
  expect(await run('yes', { printedBytesMax: 1_000 })).toMatchObject({ stoppedBy: 'output', exitCode: null })
})
