import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrderOfSources } from '../resolve.ts'
import { mergedLayers, pickNames, summaryOfManual } from './configs.ts'

const layers = fc.array(fc.array(fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.string())))

test('the last of several values of a name counts, and a name is found or missing', () =>
  fc.assert(
    fc.property(layers, fc.array(fc.constantFrom('A', 'B', 'C', 'D')), (some, names) => {
      const found = pickNames(mergedLayers(some), names)
      const flat = some.flat()
      for (const name of names) {
        const last = flat.findLast(([key]) => key === name)
        expect([found.values.get(name), found.missing.includes(name)]).toEqual([last?.[1], last === undefined])
      }
      expect(found.values.size + found.missing.length).toBe(new Set(names).size)
    }),
  ))

test('a summary has every name and at most the last four characters of a value', () =>
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (config) => {
      const summary = summaryOfManual(config)
      expect(Object.keys(summary).sort()).toEqual(Object.keys(config).sort())
      for (const [name, shown] of Object.entries(summary)) {
        const characters = Array.from(config[name]!)
        expect(shown).toBe(`••••${characters.length > 4 ? characters.slice(-4).join('') : ''}`)
      }
    }),
  ))

test('entries count in the order of the bytes of their paths', () => {
  const sources = ['a/.env', '\u{1f600}', '.env', '\uff5e', 'B/.env'].map((source) => ({ source }))
  expect(inOrderOfSources(sources).map(({ source }) => source)).toEqual([
    '.env',
    'B/.env',
    'a/.env',
    '\uff5e',
    '\u{1f600}',
  ])
})
