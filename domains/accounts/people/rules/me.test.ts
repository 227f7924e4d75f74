import fc from 'fast-check'
import { expect, test } from 'vitest'
import { workspaceNameOf } from './me.ts'

test('a workspace has a name that fits, whatever its person is called', () => {
  expect(workspaceNameOf(' Ada ')).toBe('Ada’s workspace')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 250 }), (name) => {
      expect(Array.from(workspaceNameOf(name)).length).toBeLessThanOrEqual(200)
    }),
  )
})
