import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isInScope, type Scope } from '../../../../platform/access/index.ts'
import { isAboveRole } from '../rules.ts'

const scopes = fc.uniqueArray(fc.constantFrom<Scope>('read', 'write', 'admin'), { minLength: 1 })

test('only administrators and owners create keys with the administrator scope', () => {
  fc.assert(
    fc.property(scopes, fc.constantFrom('member' as const, 'client' as const), (held, role) => {
      expect(isAboveRole(held, role)).toBe(isInScope(held, 'admin'))
    }),
  )
})

test('owners and administrators create keys with any scope', () => {
  fc.assert(
    fc.property(scopes, fc.constantFrom('owner' as const, 'admin' as const), (held, role) => {
      expect(isAboveRole(held, role)).toBe(false)
    }),
  )
})
