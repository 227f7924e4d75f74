import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  chroma,
  distance,
  hexOf,
  oklabOf,
  rgbOf,
  shownOf,
  type Hex,
  contrastRatio,
  contrastsOf,
  derivedOf,
  luminance,
  nearestPassing,
  readableOn,
} from './color.ts'

const part = fc.integer({ min: 0, max: 255 })
const colors = fc.tuple(part, part, part).map(([r, g, b]) => hexOf({ r, g, b }))
const palettes = fc.record({ primary: colors, accent: colors, background: colors, text: colors })

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['#0000ff', '#ffffff', 8.59],
  ['#ff0000', '#ffffff', 4],
  ['#00ff00', '#000000', 15.3],
])('%s on %s has a contrast of %d, as in the tables of WCAG', (one, other, ratio) => {
  expect(contrastRatio(one as Hex, other as Hex)).toBeCloseTo(ratio, 1)
})

test('contrast is the same both ways, at least 1 and at most 21, and 1 for two equal colours', () =>
  fc.assert(
    fc.property(colors, colors, (one, other) => {
      const ratio = contrastRatio(one, other)
      expect(ratio).toBe(contrastRatio(other, one))
      expect(ratio).toBeGreaterThanOrEqual(1)
      expect(ratio).toBeLessThanOrEqual(21.000001)
      expect(contrastRatio(one, one)).toBe(1)
      expect(luminance(one)).toBeGreaterThanOrEqual(0)
    }),
  ))

test('a colour survives the conversion to OKLab and back', () =>
  fc.assert(
    fc.property(colors, (color) => {
      const there = rgbOf(color)
      const back = rgbOf(shownOf(oklabOf(color)))
      for (const name of ['r', 'g', 'b'] as const) expect(Math.abs(there[name] - back[name])).toBeLessThanOrEqual(1)
    }),
  ))

test('a suggested colour passes, is unchanged if it passes already, and is nearer than black or white', () =>
  fc.assert(
    fc.property(colors, colors, fc.constantFrom(3, 4.5), (color, background, needed) => {
      const offered = nearestPassing(color, background, needed)
      expect(contrastRatio(offered, background)).toBeGreaterThanOrEqual(needed)
      if (contrastRatio(color, background) >= needed) expect(offered).toBe(color)
      const ends = (['#000000', '#ffffff'] as const).filter((end) => contrastRatio(end, background) >= needed)
      for (const end of ends) expect(distance(color, offered)).toBeLessThanOrEqual(distance(color, end))
    }),
  ))

test('a suggested colour keeps its hue, unless it has to become grey', () =>
  fc.assert(
    fc.property(colors, (color) => {
      const offered = nearestPassing(color, '#ffffff', 4.5)
      if (chroma(color) < 0.05 || chroma(offered) < 0.05) return
      const hue = (hex: Hex) => Math.atan2(oklabOf(hex).b, oklabOf(hex).a)
      const turned = Math.abs(hue(color) - hue(offered))
      expect(Math.min(turned, 2 * Math.PI - turned)).toBeLessThan(0.12)
    }),
  ))

test('black or white is readable on any colour', () =>
  fc.assert(
    fc.property(colors, (color) => {
      expect(contrastRatio(readableOn(color), color)).toBeGreaterThanOrEqual(4.5)
    }),
  ))

test('the report of any palette lists the failing colours, each with a correction', () =>
  fc.assert(
    fc.property(palettes, (palette) => {
      for (const { color, ratio, needs, passes, correction } of contrastsOf(palette)) {
        const exact = contrastRatio(palette[color], palette.background)
        expect(passes).toBe(exact >= needs)
        expect(exact - ratio).toBeGreaterThanOrEqual(0)
        expect(exact - ratio).toBeLessThan(0.01001)
        expect(correction === null).toBe(passes)
        if (correction) expect(contrastRatio(correction, palette.background)).toBeGreaterThanOrEqual(needs)
      }
    }),
  ))

test('colours derived from any palette are readable in their place', () =>
  fc.assert(
    fc.property(palettes, (palette) => {
      const { onPrimary, onAccent, link } = derivedOf(palette)
      expect(contrastRatio(onPrimary, palette.primary)).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(onAccent, palette.accent)).toBeGreaterThanOrEqual(4.5)
      expect(contrastRatio(link, palette.background)).toBeGreaterThanOrEqual(4.5)
    }),
  ))
