import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folderNameOf } from './folder-name.ts'

test('the folder of a project is its name in plain letters', () => {
  expect(['Shop', 'Café & Küche', '  --x', '日本', '-rf /'].map(folderNameOf)).toEqual([
    'shop',
    'cafe-kuche',
    'x',
    'project',
    'rf',
  ])
})

test('no name becomes more than one word of a shell, or an option', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (name) => {
      expect(folderNameOf(name)).toMatch(/^[a-z0-9][a-z0-9-]*$/)
    }),
  ))
