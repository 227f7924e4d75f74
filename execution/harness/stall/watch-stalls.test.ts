import { expect, test } from 'vitest'
import type { HarnessRecord } from '../record.ts'
import { watchStalls } from './watch-stalls.ts'

test('each sign of work is reported once to the server, with the time that it may be quiet', async () => {
  const reports: HarnessRecord[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const emit = (record: HarnessRecord) => {
    reports.push(record)
    if (reports.length === 1) watch.seen('a wait before its model is asked again', 5_000)
    else resolve()
  }
  const quiet = { intervene: () => undefined, end: () => undefined }
  const watch = watchStalls({ stallMs: 1_000, isAlone: false, ...quiet, emit })
  await promise
  watch.close()
  expect(reports).toEqual([
    { type: 'works', what: 'its start', quietMs: 0 },
    { type: 'works', what: 'a wait before its model is asked again', quietMs: 5_000 },
  ])
})
