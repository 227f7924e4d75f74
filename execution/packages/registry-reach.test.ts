import { expect, test } from 'vitest'
import { watchRegistryReach } from './registry-reach.ts'

const watched = (isSure: boolean, ...seen: readonly (readonly [atMs: number, target: string, status?: number])[]) => {
  const reasons: string[] = []
  const reach = watchRegistryReach({ isSure, stop: (reason) => reasons.push(reason) })
  for (const [atMs, target, status] of seen)
    if (status === undefined) reach.reached()
    else reach.refused({ target, status }, atMs)
  return reasons
}
const stopped = (...seen: readonly (readonly [atMs: number, target: string, status?: number])[]) =>
  watched(true, ...seen).length

test('a fetch ends at the second refusal of a host by a rule', () => {
  expect(stopped([0, 'a:443', 403])).toBe(0)
  expect(stopped([0, 'a:443', 403], [0, 'b:443', 403])).toBe(0)
  expect(stopped([0, 'a:443', 403], [5, 'a:443', 403])).toBe(1)
})

test('a host that does not answer is awaited for a second, and concurrent requests count as one try', () => {
  expect(stopped([0, 'a:443', 502], [5, 'a:443', 502], [999, 'a:443', 504])).toBe(0)
  expect(stopped([0, 'a:443', 502], [1_000, 'a:443', 502])).toBe(1)
})

test('a fetch that reached something continues, and a stopped fetch is stopped once', () => {
  expect(stopped([0, 'a:443'], [1, 'b:443', 403], [9_000, 'b:443', 403])).toBe(0)
  expect(stopped([0, 'b:443', 403], [1, 'b:443', 403], [2, 'b:443', 403])).toBe(1)
})

test('beside a registry of its own, a fetch ends only if a program asks without end', () => {
  const asked = (count: number) => Array.from({ length: count }, (_, at) => [at, 'b:443', 403] as const)
  expect(watched(false, ...asked(4_999))).toEqual([])
  expect(watched(false, ...asked(9_000))).toEqual([expect.stringContaining('again and again')])
})
