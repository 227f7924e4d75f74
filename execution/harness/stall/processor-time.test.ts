import { execFileSync, spawn } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { patience } from '../../../testing/runner/hang-timeout.ts'
import { afterTest } from '../../../testing/after-test.ts'
import { processorMs } from './processor-time.ts'

test('the processor time of a program’s children is counted, also two levels down', async () => {
  const before = (await processorMs(false))!
  const child = spawn('/bin/sh', ['-c', 'while :; do :; done & wait'], { stdio: 'ignore', detached: true })
  afterTest(() => void process.kill(-child.pid!, 'SIGKILL'))
  await vi.waitUntil(async () => (await processorMs(false))! > before + 100, patience)
  expect(await processorMs(true)).toBeGreaterThan((await processorMs(false))!)
})

test('the processor time of a child that ended stays counted', async () => {
  const before = (await processorMs(false))!
  execFileSync('/bin/sh', ['-c', 'i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done'])
  expect(await processorMs(false)).toBeGreaterThan(before)
})
