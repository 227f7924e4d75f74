import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shownOf, type Hex, contrastRatio } from '../../../domains/accounts/brand/rules/color.ts'

const folder = join(import.meta.dirname, '..')
const text = readFileSync(join(folder, 'styles/tokens.css'), 'utf8')
const block = (selector: string) => text.slice(text.indexOf(selector)).split('\n}')[0]!
const colorsIn = (css: string): Record<string, Hex> =>
  Object.fromEntries(
    [...css.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, name, l, chroma, hue]) => {
      const angle = (Number(hue) * Math.PI) / 180
      const color = { l: Number(l), a: Number(chroma) * Math.cos(angle), b: Number(chroma) * Math.sin(angle) }
      return [name!, shownOf(color)]
    }),
  )
const light = colorsIn(block(':root,'))
const dark = { ...light, ...colorsIn(block("[data-theme='dark']")) }

const grounds = ['paper', 'surface', 'sunken', 'hover', 'selected']
const statuses = ['wait', 'good', 'bad']
const pairs: (readonly [text: string, ground: string, needed: number])[] = [
  ...['ink', 'ink-2', 'ink-3', 'accent-text'].flatMap((name) => grounds.map((on) => [name, on, 4.5] as const)),
  ...statuses.flatMap((one) =>
    [`${one}-soft`, 'paper', 'surface', 'sunken', 'hover'].map((on) => [`${one}-text`, on, 4.5] as const),
  ),
  ...['accent', ...statuses].flatMap((one) => ['ink', 'ink-2'].map((name) => [name, `${one}-soft`, 4.5] as const)),
  ...(['accent', 'accent-hover'] as const).map((on) => ['on-accent', on, 4.5] as const),
  ...([
    ['accent-text', 'accent-soft', 4.5],
    ['surface', 'ink', 4.5],
  ] as const),
  ...['ink', 'ink-2'].flatMap((name) => ['add-soft', 'del-soft'].map((on) => [name, on, 4.5] as const)),
  ...['accent', 'accent-edge', ...statuses, 'line-control'].flatMap((name) =>
    ['paper', 'surface'].map((on) => [name, on, 3] as const),
  ),
]

test.each([
  ['light', light],
  ['dark', dark],
] as const)('every pair of colours is readable in the %s theme', (_, theme) => {
  expect(Object.keys(theme).length).toBeGreaterThan(40)
  const short = pairs.flatMap(([name, on, needed]) => {
    const ratio = contrastRatio(theme[name]!, theme[on]!)
    return ratio < needed ? [`${name} on ${on} is ${ratio.toFixed(2)}, needs ${needed}`] : []
  })
  expect(short).toEqual([])
})

test('colours come only from the tokens', () => {
  const files = globSync('**/*.{css,ts,tsx}', { cwd: folder }).filter(
    (path) => !path.startsWith('styles/tokens') && !path.endsWith('.test.ts'),
  )
  expect(files.length).toBeGreaterThan(60)
  const own = files.flatMap((path) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(/#[0-9a-f]{3,8}\b(?=[;\s'"])|(oklch|rgba?|hsla?)\(/gi)].map(
      ([found]) => `${path}: ${found}`,
    ),
  )
  expect(own).toEqual([])
})
