import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawnAfterMs, readAgainOnceDrawn } from './read-again.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A page that follows the stream; `stale` lists the reads that it repeats. */
const pageReads = () => {
  const queries = new QueryClient()
  const read = (name: string) => queries.setQueryData([name], name)
  const stale = () =>
    queries
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey[0])
  const leaving = new AbortController()
  return { read, stale, leave: () => leaving.abort(), ...readAgainOnceDrawn(queries, leaving.signal) }
}

test('reads from before the beginning of the stream are repeated once the page is drawn', () => {
  const { read, begin, stale } = pageReads()
  read('me')
  begin()
  read('projects')
  vi.advanceTimersByTime(drawnAfterMs - 1)
  expect(stale()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(stale()).toEqual(['me'])
})

test('all reads are repeated if the beginning of the stream is not known, and after a second beginning', () => {
  const { read, begin, stale } = pageReads()
  read('me')
  vi.advanceTimersByTime(drawnAfterMs)
  read('projects')
  expect(stale()).toEqual(['me'])
  begin()
  expect(stale()).toEqual(['me', 'projects'])
})

test('a page that follows no longer reads nothing again', () => {
  const { read, leave, stale } = pageReads()
  read('me')
  leave()
  vi.advanceTimersByTime(drawnAfterMs)
  expect(stale()).toEqual([])
})
