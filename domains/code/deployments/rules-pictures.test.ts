import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedWith, picturePathsMost, shotsOf } from './rules-pictures.ts'
import { changesPages, pictureForms } from './rules.ts'

test('a change of pages, styles or texts is one that a person wants to see', () => {
  for (const path of ['a.html', 'src/Home.tsx', 'css/a.scss', 'locales/de.json'])
    expect(changesPages([path])).toBe(true)
  expect(changesPages(['src/a.ts', 'README.md', 'local.json'])).toBe(false)
})

test('each page that is named has one picture a form, and without names the start page has', () => {
  expect(shotsOf().map(({ path, form }) => [path, form])).toEqual([
    ['/', 'desktop'],
    ['/', 'phone'],
  ])
  expect(shotsOf([])).toEqual([])
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }).map((name) => `/${name}`)), (paths) => {
      const shots = shotsOf(paths)
      expect(shots).toHaveLength(Math.min(new Set(paths).size, picturePathsMost) * pictureForms.length)
      expect(new Set(shots.map(({ path, form }) => `${form} ${path}`)).size).toBe(shots.length)
      for (const { path } of shots) expect(paths).toContain(path)
    }),
  )
})

test('a cycle preview is compared with people’s deployment, and others with their own address', () => {
  expect(comparedWith({ kind: 'cycle-preview', label: 'a' })).toEqual({ label: null })
  expect(comparedWith({ kind: 'production', label: 'a' })).toEqual({ label: 'a' })
})
