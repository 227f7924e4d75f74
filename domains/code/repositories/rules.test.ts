import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hindranceOfDetaching, originOf } from './rules.ts'

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

test('after a detaching the head has its repository, and several repositories a primary one', () => {
  const project = fc.record({ isPrimary: fc.boolean(), others: fc.nat(3), holdsHead: fc.boolean() })
  fc.assert(
    fc.property(project, (detaching) => {
      const isRefused = hindranceOfDetaching(detaching) !== undefined
      const keepsHead = !detaching.holdsHead
      const keepsPrimary = !detaching.isPrimary || detaching.others === 0
      expect(isRefused).toBe(!(keepsHead && keepsPrimary))
    }),
  )
})
