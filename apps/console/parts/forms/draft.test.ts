import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conflictsOf, noDraft, ours, theirs, withField, type Draft } from './draft.ts'

interface Fields {
  readonly name: string
  readonly zone: string
}
const saved: Fields = { name: 'Test', zone: 'UTC' }
const none: Draft<Fields> = noDraft

test('typing and undoing it leaves nothing', () => {
  const typed = withField(none, saved, 'name', 'Northwind')
  expect(typed).toEqual({ base: { name: 'Test' }, mine: { name: 'Northwind' } })
  expect(withField(typed, saved, 'name', 'Test')).toEqual(noDraft)
})

test('only a field that both changed differently is a conflict, and either choice settles it', () => {
  const typed = withField(none, saved, 'name', 'Northwind')
  expect(conflictsOf(typed, { ...saved, zone: 'Asia/Tokyo' })).toEqual([])
  expect(conflictsOf(typed, { ...saved, name: 'Northwind' })).toEqual([])
  const now = { ...saved, name: 'Southwind' }
  expect(conflictsOf(typed, now)).toEqual(['name'])
  expect(conflictsOf(ours(typed, now, 'name'), now)).toEqual([])
  expect(ours(typed, now, 'name').mine).toEqual({ name: 'Northwind' })
  expect(theirs(typed, 'name')).toEqual(noDraft)
})

test('typing on never hides another person’s saved change', () =>
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), fc.string(), (typed, other) => {
      const first = withField(none, saved, 'name', 'mine at first')
      const now = { ...saved, name: other }
      const draft = typed.reduce((before, text) => withField(before, now, 'name', text), first)
      const mine = typed.at(-1)!
      // A value that was taken back to theirs on the way began anew from theirs.
      const isKnown = typed.includes(other) || other === 'Test'
      expect(conflictsOf(draft, now)).toEqual(isKnown || mine === other ? [] : ['name'])
    }),
  ))
