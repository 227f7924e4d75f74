import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDiskStore } from '../../platform/storage/index.ts'
import { failedFetches } from './failed-fetches.ts'
import type { PhaseEnd } from './run-phase.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'failed-fetches-'))
})
afterAll(() => rm(folder, { recursive: true }))

const end: PhaseEnd = { outcome: 'failed', exitCode: 1, stoppedBy: null, durationMs: 56_000, log: 'No answer.' }

test('a fetch that failed is not repeated for the same packages, and its log mentions it', async () => {
  const objects = await openDiskStore(folder)
  failedFetches(objects).add('packages', end)
  expect(failedFetches(objects).find('others')).toBeUndefined()
  const found = failedFetches(objects).find('packages')
  expect(found).toMatchObject({ outcome: 'failed', exitCode: 1, durationMs: 0 })
  expect(found!.log).toMatch(/^Not tried again: .*\nNo answer\.$/)
})

test('failures are known for a single store, and at most a thousand failures', async () => {
  const one = await openDiskStore(folder)
  const other = await openDiskStore(folder)
  for (let at = 0; at <= 1_000; at += 1) failedFetches(one).add(`packages ${at}`, end)
  expect(failedFetches(one).find('packages 0')).toBeUndefined()
  expect(failedFetches(one).find('packages 1')).toBeDefined()
  expect(failedFetches(other).find('packages 1')).toBeUndefined()
})

test('failures of a project are forgotten with its stored packages', async () => {
  const failures = failedFetches(await openDiskStore(folder))
  for (const key of ['setups/one/fetched/a.tar', 'setups/other/fetched/a.tar']) failures.add(key, end)
  failures.forget('setups/one')
  expect(failures.find('setups/one/fetched/a.tar')).toBeUndefined()
  expect(failures.find('setups/other/fetched/a.tar')).toBeDefined()
})
