import { expect, test } from 'vitest'
import { namedRows, type NamedRow } from './named-rows.ts'

const rows = ['Zahlungen annehmen', 'Schlüssel', 'Modelle'].map((name): NamedRow => ({
  id: name,
  kind: 'settings',
  name,
  also: '',
  to: '/',
}))
const namesOf = (q: string) => namedRows(rows, q).map(({ name }) => name)

test('pages of the settings are found by any part of their name, in any case and with any accents', () => {
  expect(namesOf('NEHM zahl')).toEqual(['Zahlungen annehmen'])
  expect(namesOf('schlussel')).toEqual(['Schlüssel'])
  expect(namesOf('  ')).toEqual([])
})
