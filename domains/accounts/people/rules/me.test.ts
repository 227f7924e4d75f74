import fc from 'fast-check'
import { expect, test } from 'vitest'
import { workspaceNameOf } from './me.ts'

test('a workspace gets a valid name from any person’s name', () => {
  expect(workspaceNameOf(' Ada ')).toBe('Ada’s workspace')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 250 }), (name) => {
      expect(Array.from(workspaceNameOf(name)).length).toBeLessThanOrEqual(200)
    }),
  )
})
