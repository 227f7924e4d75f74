import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchRecords } from './watch-records.ts'

const minute = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const opened = () => {
  const state = { isStoring: false, ends: [] as string[] }
  const watch = watchRecords({
    stallMs: 15 * minute,
    graceMs: 2 * minute,
    isStoring: () => state.isStoring,
    end: (evidence) => state.ends.push(evidence),
  })
  return { ...watch, state }
}

test('a harness that reports no more ends after twice the limit and the grace, with its last report', () => {
  const { seen, close, state } = opened()
  seen('a record (usage)')
  vi.advanceTimersByTime(31 * minute)
  expect(state.ends).toEqual([])
  vi.advanceTimersByTime(2 * minute)
  close()
  expect(state.ends[0]).toMatch(/Last seen was a record \(usage\), .* the server waited for it once more\.$/)
})

test('reports, a wait that was announced and records that the server still stores keep a harness', () => {
  const { seen, close, state } = opened()
  for (let at = 0; at < 5; at += 1) {
    seen('use of the processor')
    vi.advanceTimersByTime(28 * minute)
  }
  seen('a wait before its model is asked again', 60 * minute)
  vi.advanceTimersByTime(88 * minute)
  state.isStoring = true
  vi.advanceTimersByTime(60 * minute)
  close()
  expect(state.ends).toEqual([])
})

test('a harness that has not reported yet is not watched', () => {
  const { close, state } = opened()
  vi.advanceTimersByTime(120 * minute)
  close()
  expect(state.ends).toEqual([])
})
