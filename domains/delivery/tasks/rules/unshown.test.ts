import { expect, test } from 'vitest'
import { sentence } from '../../sentences/index.ts'
import { inOtherWords, saidOnce, unshownOf } from './unshown.ts'

const finding = (path: string, line: number, level: 'ask' | 'note', reason = `${path}:${line} opens the network.`) => ({
  kind: 'network_opened',
  path,
  line,
  level,
  reason,
  unshown: true,
})
const probe = (name: string, outcome: 'ran' | 'not_probed', reason?: string) => ({
  name,
  outcome,
  ...(reason !== undefined && { reason }),
})

test('entries that ask come first, in their files, and each text is without its place', () => {
  const weakened = { ...finding('c.js', 1, 'ask'), unshown: false }
  const findings = [finding('a.js', 3, 'note'), finding('b.js', 9, 'ask'), finding('b.js', 2, 'note'), weakened]
  const list = unshownOf({ findings, untestedValues: ['490'], probes: [] })
  expect(list.files.map(({ path, entries }) => [path, entries.map(({ line }) => line)])).toEqual([
    ['b.js', [9, 2]],
    ['a.js', [3]],
  ])
  expect(list.files[0]!.entries[0]).toMatchObject({ text: 'Opens the network.', asks: true })
  expect([list.asking, list.count, list.values]).toEqual([1, 4, ['490']])
})

test('the list has the reason if it is not whole, and an empty list is whole only if all of its probes ran', () => {
  const of = (...probes: ReturnType<typeof probe>[]) =>
    unshownOf({ findings: [], untestedValues: [], probes }).notProbed
  expect(of(probe('identity', 'not_probed', 'No base.'), probe('hunks', 'ran'))).toEqual([])
  expect(of(probe('bodies', 'not_probed', 'Rust.'), probe('hunks', 'not_probed', 'Rust.'))).toEqual(['Rust.'])
  expect(of(probe('identity', 'not_probed', 'No runner.'))).toEqual(['No runner.'])
  expect([of(), of(probe('traps', 'ran'))]).toEqual([[''], ['']])
})

test('a reason that the reader has read before the list is not in it, and the list is still not whole', () => {
  const probes = [probe('bodies', 'not_probed', 'Rust.'), probe('hunks', 'not_probed', 'No time.')]
  const verdict = { findings: [], untestedValues: [], probes }
  expect(unshownOf(verdict, ['Only its own tests show it. The change was not probed: Rust.'])).toMatchObject({
    notProbed: ['No time.'],
    isWhole: false,
  })
})

test('a verdict without a proving test already contains that the change brings no test', () => {
  const probes = [probe('bodies', 'not_probed', sentence('probe_no_new_test'))]
  const said = [sentence('checked_no_test')]
  expect(unshownOf({ findings: [], untestedValues: [], probes }, said)).toMatchObject({ notProbed: [], isWhole: false })
  expect(inOtherWords).toEqual({ [sentence('probe_no_new_test')]: sentence('checked_no_test') })
})

test('of a binary file that programs load it is said once that nobody can read it', () => {
  const loaded = { kind: 'binary_changed', path: 'a.bin', reason: 'Programs load it.' }
  const unread = { kind: 'part_not_judged', path: 'a.bin', reason: 'a.bin cannot be read line by line.' }
  const more = { ...unread, reason: 'No test covers 3 more places, the first in a.bin.' }
  const picture = { ...unread, path: 'b.png', reason: 'b.png cannot be read line by line.' }
  expect(saidOnce([loaded, unread, more, picture])).toEqual([loaded, more, picture])
})
