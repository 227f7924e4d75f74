import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openPlaces } from './places.ts'

test('a holder has its share and no more, all have the total, and a place is released once', () => {
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

test('while all places are taken, and only then, a newcomer gets that of the most silent holder', () => {
  const places = openPlaces({ total: 3, address: 2 })
  const gone: string[] = []
  const silent = (name: string, silentMs: number) => ({ silentMs: () => silentMs, displaced: () => gone.push(name) })
  places.take({ address: 'a' }, silent('quiet', 9))
  const end = places.take({ address: 'b' }, silent('quieter', 99))
  places.take({ address: 'c' })
  expect(gone).toEqual([])
  // An address that has its share displaces no other one.
  places.take({ address: 'd' }, silent('new', 0))
  expect(gone).toEqual(['quieter'])
  places.take({ address: 'd' })
  expect(places.take({ address: 'd' })).toBe('own')
  expect(gone).toEqual(['quieter', 'quiet'])
  places.take({ address: 'e' })
  if (typeof end === 'string') throw new Error(end)
  // The place of the displaced holder was given back once.
  end()
  expect([places.take({ address: 'f' }), gone.length]).toEqual(['full', 3])
})

test('places are never more than the total, and a newcomer gets one until its address has its share', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat(100)), { maxLength: 60 }), (comers) => {
      const places = openPlaces({ total: 4, address: 2 })
      const inside: number[] = []
      for (const [address, silentMs] of comers) {
        const own = inside.filter((one) => one === address).length
        const taken = places.take(
          { address: String(address) },
          { silentMs: () => silentMs, displaced: () => inside.splice(inside.indexOf(address), 1) },
        )
        expect(typeof taken === 'string' ? taken : 'taken').toBe(own < 2 ? 'taken' : 'own')
        if (taken !== 'own') inside.push(address)
        expect(inside.length).toBeLessThanOrEqual(4)
      }
    }),
  ))
