import { expect, test } from 'vitest'
import { namedRows, type NamedRow } from './named-rows.ts'

const row = (kind: NamedRow['kind'], name: string, also = ''): NamedRow => ({ id: name, kind, name, also, to: '/' })
const rows = [
  row('client', 'Globex GmbH'),
  row('client', '東京銀行'),
  row('invoice', '2026-0001', 'Globex GmbH'),
  row('person', 'Zoë Ähre', 'zoe@example.com'),
]
const namesOf = (q: string) => namedRows(rows, q).map(({ name }) => name)

test('clients, invoices and people are found by any part of a name or number', () => {
  expect(namesOf('globex')).toEqual(['Globex GmbH', '2026-0001'])
  expect(namesOf('0001 globex')).toEqual(['2026-0001'])
  expect(namesOf('銀行')).toEqual(['東京銀行'])
  expect(namesOf('zoe ähre')).toEqual(['Zoë Ähre'])
  expect(namesOf('  ')).toEqual([])
})
