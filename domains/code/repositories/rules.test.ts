import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detachObstacle, originOf } from './rules.ts'

test('a request names one origin, and no two', () => {
  const asked = fc.record(
    { fullName: fc.constant('acme/shop'), empty: fc.constant(true as const), scanId: fc.constant('id') },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(asked, (body) => {
      expect(originOf(body) !== undefined).toBe(Object.keys(body).length === 1)
    }),
  )
  expect(originOf({ scanId: 'id' })).toEqual({ from: 'scan', scanId: 'id' })
})

test.each([
  [{ isPrimary: false, others: 1, holdsHead: false }, undefined],
  [{ isPrimary: true, others: 0, holdsHead: false }, undefined],
  [{ isPrimary: true, others: 1, holdsHead: false }, 'isPrimary'],
  [{ isPrimary: false, others: 1, holdsHead: true }, 'holdsHead'],
  [{ isPrimary: true, others: 0, holdsHead: true }, 'holdsHead'],
  [{ isPrimary: true, others: 2, holdsHead: true }, 'holdsHead'],
] as const)('detaching %j is hindered by %s', (detaching, hindrance) => {
  expect(detachObstacle(detaching)).toBe(hindrance)
})
