import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changedFields,
  identityOf,
  paletteOf,
  picturesIn,
  publishFaults,
  type Draft,
  isReserved,
  slugOf,
} from './rules.ts'

const rulesOf = (draft: Draft, portalEnabled: boolean) =>
  publishFaults(draft, portalEnabled).map(({ path, rule }) => `${path} ${rule}`)

test('a brand needs a name, and a portal an address of its own', () => {
  expect(rulesOf({}, false)).toEqual(['draft.name required'])
  expect(rulesOf({}, true)).toEqual(['draft.name required', 'draft.slug required'])
  expect(rulesOf({ name: 'Acme' }, false)).toEqual([])
  expect(rulesOf({ name: 'Acme', slug: 'acme' }, true)).toEqual([])
  expect(rulesOf({ name: 'Acme', slug: 'admin' }, false)).toEqual(['draft.slug reserved'])
})

test('text that is unreadable on its background is refused with a readable colour', () => {
  const [fault] = publishFaults({ name: 'Acme', colors: { text: '#999999' } }, false)
  expect(fault).toMatchObject({ path: 'draft.colors.text', rule: 'contrast' })
  const offered = /#[0-9a-f]{6}/.exec(fault!.message)![0] as `#${string}`
  expect(publishFaults({ name: 'Acme', colors: { text: offered } }, false)).toEqual([])
})

test('a primary or accent colour never prevents publishing', () => {
  expect(rulesOf({ name: 'Acme', colors: { primary: '#ffee00', accent: '#fefefe' } }, false)).toEqual([])
})

test('an accent follows the primary colour until it is set', () => {
  expect(paletteOf({ colors: { primary: '#aa0000' } }).accent).toBe('#aa0000')
  expect(paletteOf({ colors: { primary: '#aa0000', accent: '#00aa00' } }).accent).toBe('#00aa00')
})

test.each(['admin', 'api', 'v1', 'portal', 'well-known', '12345', '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'])(
  '%s is refused as a portal name',
  (slug) => expect(isReserved(slug)).toBe(true),
)

test('a name is stored in lower case, and an invalid name is undefined', () => {
  expect(slugOf('Acme-2')).toBe('acme-2')
  for (const text of ['ab', 'a'.repeat(41), 'a--b', '-ab', 'ab-', 'a b', 'ä-b', 'a\0b', '', '../x']) {
    expect(slugOf(text)).toBeUndefined()
  }
})

test('fields are compared by their values, not by the order of their keys', () =>
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.dictionary(fc.string(), fc.jsonValue()),
      (one, other) => {
        const turned = Object.fromEntries(Object.entries(one).reverse())
        expect(changedFields(one, turned)).toEqual([])
        const names = changedFields(one, other)
        expect(changedFields(other, one)).toEqual(names)
        expect(changedFields({ ...one, ...other }, one).every((name) => name in other)).toBe(true)
      },
    ),
  ))

test('an identity is complete and shows the pictures of its draft', () => {
  const picture = { id: 'a'.repeat(64), mediaType: 'image/png', sizeBytes: 9 }
  const identity = identityOf({ name: 'Acme', logo: picture })
  expect(identity).toMatchObject({ name: 'Acme', slug: null, logo: picture, icon: null, fonts: { heading: null } })
  expect(picturesIn({ icon: picture }, identity, null)).toEqual([picture.id, picture.id])
})
