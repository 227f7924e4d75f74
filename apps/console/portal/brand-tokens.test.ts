import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Hex, contrastRatio } from '../../../domains/accounts/brand/rules/color.ts'
import { brandTokens, colorOf, type ThemeColors } from './brand-tokens.ts'

const text = readFileSync(join(import.meta.dirname, '../styles/tokens.css'), 'utf8')
const tokenIn = (selector: string) => {
  const block = text.slice(text.indexOf(selector)).split('\n}')[0]!
  return (name: string) => colorOf(new RegExp(`--${name}: ([^;]+);`).exec(block)![1]!)
}
const themes = (['light', 'dark'] as const).map((name) => {
  const token = tokenIn(name === 'light' ? ':root,' : "[data-theme='dark']")
  const grounds: ThemeColors = {
    paper: token('paper'),
    surface: token('surface'),
    sunken: token('sunken'),
    hover: token('hover'),
  }
  return [name, grounds, token('ink')] as const
})
const brands: readonly Hex[] = [
  ...(['#2451c7', '#ffee00', '#ff7f50', '#000000', '#ffffff', '#fefefe', '#808080', '#777777'] as const),
  ...(['#e11d48', '#00ff88', '#123456', '#c0ffee'] as const),
]

test.each(themes)(
  'every colour of an agency is readable in the %s theme, and is its own on the buttons',
  (_, on, ink) => {
    const short = brands.flatMap((brand) => {
      const tokens = brandTokens(brand, on)
      expect(tokens['--accent']).toBe(brand)
      const grounds = Object.values(on)
      const pairs: (readonly [what: string, color: Hex, ground: Hex, needed: number])[] = [
        ['on-accent', tokens['--on-accent']!, tokens['--accent']!, 4.5],
        ['on-accent while hovered', tokens['--on-accent']!, tokens['--accent-hover']!, 4.5],
        ...grounds.map((ground) => ['accent-edge', tokens['--accent-edge']!, ground, 3] as const),
        ...grounds.map((ground) => ['accent-text', tokens['--accent-text']!, ground, 4.5] as const),
        ['accent-text on soft', tokens['--accent-text']!, tokens['--accent-soft']!, 4.5],
        ['ink on soft', ink, tokens['--accent-soft']!, 4.5],
      ]
      return pairs.flatMap(([what, color, ground, needed]) => {
        const ratio = contrastRatio(color, ground)
        return ratio < needed ? [`${brand}: ${what} is ${ratio.toFixed(2)}, needs ${needed}`] : []
      })
    })
    expect(short).toEqual([])
  },
)

test('refuses a text that is no colour of the tokens', () => {
  expect(() => colorOf('var(--paper)')).toThrow('No colour of the tokens')
})
