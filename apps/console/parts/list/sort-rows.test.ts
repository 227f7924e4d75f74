import { expect, test } from 'vitest'
import { sortRows } from './sort-rows.ts'

const rows = [{ name: 'Zoë' }, { name: 'cycle 10' }, { name: null }, { name: 'Ähre' }, { name: 'cycle 9' }]
const names = (isDescending: boolean) =>
  sortRows(rows, ({ name }) => name, { isDescending, language: 'de' }).map(({ name }) => name)

test('sorts texts as the language does, and rows without a key last in both directions', () => {
  expect(names(false)).toEqual(['Ähre', 'cycle 9', 'cycle 10', 'Zoë', null])
  expect(names(true)).toEqual(['Zoë', 'cycle 10', 'cycle 9', 'Ähre', null])
})
