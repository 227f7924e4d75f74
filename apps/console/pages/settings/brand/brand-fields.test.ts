import fc from 'fast-check'
import { expect, test } from 'vitest'
import { badColors, colorNames, draftOf, fieldsOf, hexOf, paletteOf } from './brand-fields.ts'

test.each([
  ['#2451C7', '#2451c7'],
  ['2451c7', '#2451c7'],
  ['#fc0', '#ffcc00'],
  [' FC0 ', '#ffcc00'],
  ['', undefined],
  ['#12345', undefined],
  ['red', undefined],
  ['#1234567', undefined],
])('%j is the colour %j', (typed, hex) => expect(hexOf(typed)).toBe(hex))

const none = fieldsOf({})
const color = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}` as const)

test('the preview judges the colours that are one, and takes the main colour for an accent that is not set', () => {
  const palette = paletteOf({ ...none, primary: 'FC0', text: 'black' })
  expect(palette).toMatchObject({ primary: '#ffcc00', accent: '#ffcc00', text: paletteOf(none).text })
})

test('a saved identity is shown unchanged, and pictures stay', () =>
  fc.assert(
    fc.property(color, fc.string(), (primary, name) => {
      const saved = { revision: 3, logo: { id: 'a'.repeat(64) }, name, colors: { primary } }
      const again = draftOf(saved, fieldsOf(saved))
      expect(again).toMatchObject({ revision: 3, logo: saved.logo, name: name.trim() || null, colors: { primary } })
    }),
  ))

test('only a typed text that is not a colour is bad', () => {
  expect(badColors(none)).toEqual([])
  expect(badColors({ ...none, primary: 'blue', accent: '#fff' })).toEqual(['primary'])
  expect(colorNames).toContain('background')
})
