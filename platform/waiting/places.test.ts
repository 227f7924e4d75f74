import { expect, test } from 'vitest'
import { openPlaces } from './places.ts'

test('a holder has its share and no more, all have the total, and a place is given back once', () => {
  const places = openPlaces({ total: 5, workspace: 3, person: 2 })
  const take = (workspace: string, person: string) => places.take({ workspace, person })
  const first = take('one', 'ada')
  take('one', 'ada')
  expect(take('one', 'ada')).toBe('own')
  take('one', 'bob')
  expect(take('one', 'eve')).toBe('own')
  take('two', 'ann')
  take('two', 'kim')
  expect(take('three', 'lee')).toBe('full')
  if (typeof first === 'string') throw new Error(first)
  first()
  first()
  expect(take('one', 'ada')).toBeTypeOf('function')
  expect(take('three', 'lee')).toBe('full')
})
