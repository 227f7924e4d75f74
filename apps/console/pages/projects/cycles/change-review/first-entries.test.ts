import { expect, test } from 'vitest'
import { firstEntries } from './first-entries.ts'

const file = (path: string, count: number) => ({
  path,
  entries: Array.from({ length: count }, (_, at) => ({ kind: 'a', line: at, reason: 'A.', text: 'A.', asks: true })),
})
const sizes = (files: readonly { readonly path: string; readonly entries: readonly unknown[] }[]) =>
  files.map(({ path, entries }) => `${path} ${entries.length}`)

test('the list shows eight rows, and folds the others by file', () => {
  const { first, rest, restCount } = firstEntries([file('a', 5), file('b', 6), file('c', 1)])
  expect([sizes(first), sizes(rest), restCount]).toEqual([['a 5', 'b 3'], ['b 3', 'c 1'], 4])
  expect(firstEntries([file('a', 8)])).toMatchObject({ rest: [], restCount: 0 })
})

test('entries that read the same are one row', () => {
  const alike = Array.from({ length: 12 }, (_, line) => ({
    kind: 'hunk_not_shown',
    line,
    reason: `All tests pass without “value${line}”.`,
    text: '',
    asks: true,
  }))
  const { first, restCount } = firstEntries([{ path: 'a', entries: alike }])
  expect([first.map(({ entries }) => entries.map(({ length }) => length)), restCount]).toEqual([[[12]], 0])
})
