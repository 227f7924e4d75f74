import { expect, test } from 'vitest'
import { partsOf } from './line-parts.ts'

test('tokens are cut at the beginning and end of a line’s change', () => {
  const tokens = [{ text: 'const', kind: 'k' }, { text: ' price = ' }, { text: '12', kind: 'n' }]
  expect(partsOf(tokens, [[8, 11]])).toEqual([
    { text: 'const', kind: 'k', isMarked: false },
    { text: ' pr', isMarked: false },
    { text: 'ice', isMarked: true },
    { text: ' = ', isMarked: false },
    { text: '12', kind: 'n', isMarked: false },
  ])
})

test('a range over several tokens marks each of them', () => {
  const parts = partsOf([{ text: 'a' }, { text: 'b', kind: 's' }, { text: 'c' }], [[0, 2]])
  expect(parts.map(({ isMarked }) => isMarked)).toEqual([true, true, false])
})
