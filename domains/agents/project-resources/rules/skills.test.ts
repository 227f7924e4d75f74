import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headOf } from './skills.ts'

test.each([
  ['---\nname: "Tables"\ndescription: How they change\n---\nText', 'Tables', 'How they change'],
  ['---\r\nname: Tables\r\n---\r\n# First line\r\n', 'Tables', 'First line'],
  ['# Only text\nMore', 'a-slug', 'Only text'],
  ['---\nname: never closed', 'a-slug', 'name: never closed'],
  ['\n\n', 'a-slug', ''],
])('%j is refused with the reason', (content, name, description) => {
  expect(headOf('a-slug', content)).toEqual({ name, description })
})

test('a head is one short line each, for any skill', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      const { name, description } = headOf('a-slug', `---\nname: ${text}\ndescription: ${text}\n---\n${text}`)
      for (const each of [name, description]) expect(each).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(Array.from(description).length).toBeLessThanOrEqual(300)
    }),
  ))
