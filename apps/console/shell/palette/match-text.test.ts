import { expect, test } from 'vitest'
import { cutAt, matching } from './match-text.ts'

const things = [
  { name: 'Pay by invoice', note: 'halden-shop' },
  { name: 'Uninvited guests' },
  { name: 'Invoices' },
  { name: 'Überweisung prüfen', note: 'kestrel' },
]
const found = (text: string) => matching(things, text).map(({ name }) => name)

test('names that begin with the text come first, then those with a word that does', () => {
  expect(found('inv')).toEqual(['Invoices', 'Pay by invoice', 'Uninvited guests'])
})

test('every word counts, in the name or beside it, without case and accents', () => {
  expect(found('uberweisung KESTREL')).toEqual(['Überweisung prüfen'])
  expect(found('pay kestrel')).toEqual([])
})

test('a word of the note comes first, since a handle is one', () => {
  const cycles = [
    { name: 'Twelve', note: 'HAR-120 · Harbour' },
    { name: 'One', note: 'HAR-12 · Harbour' },
  ]
  expect(matching(cycles, 'har-12').map(({ name }) => name)).toEqual(['One', 'Twelve'])
})

test('a page is found by other words that people look for, after pages of that name', () => {
  const pages = [{ name: 'Keys', also: 'API tokens' }, { name: 'API' }]
  expect(matching(pages, 'api').map(({ name }) => name)).toEqual(['API', 'Keys'])
  expect(matching(pages, 'token').map(({ name }) => name)).toEqual(['Keys'])
})

test('no text is everything, in its order', () => {
  expect(found('  ')).toEqual(things.map(({ name }) => name))
})

test('a name is cut at the text, or not at all', () => {
  expect(cutAt('Pay by Invoice', 'inv')).toEqual(['Pay by ', 'Inv', 'oice'])
  expect(cutAt('Pay', 'pay now')).toEqual(['Pay', '', ''])
  expect(cutAt('Pay', '')).toEqual(['Pay', '', ''])
})
