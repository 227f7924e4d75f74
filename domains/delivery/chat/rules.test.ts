import { retryPauseMs } from '../../../platform/waiting/index.ts'
import { expect, test } from 'vitest'
import { isTold, messageOf, toldEvents } from './rules.ts'

test('a message names the project and the cycle, and leads to its page', () => {
  const cycle = {
    handle: 'SHO-1',
    title: 'Sums',
    projectName: 'Shop',
    address: 'https://a.example/projects/p/cycles/c',
  }
  for (const name of toldEvents) {
    expect(isTold(name)).toBe(true)
    const { text, link } = messageOf(name, cycle)
    expect(text).toMatch(/^Shop: SHO-1 “Sums” .+\.$/)
    expect(link.url).toBe(cycle.address)
  }
  expect(isTold('task.merged')).toBe(false)
})

test('pauses grow to an hour', () => {
  expect([1, 2, 20].map(retryPauseMs)).toEqual([30_000, 60_000, 3_600_000])
})
