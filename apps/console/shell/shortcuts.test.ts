import fc from 'fast-check'
import { expect, test } from 'vitest'
import { places, shortcutOf } from './shortcuts.ts'

const pressed = { key: 't', ctrlKey: false, metaKey: false, altKey: false, isAfterG: false, isFree: true }

test('where single letters do not act only Ctrl K and ⌘ K do anything', () =>
  fc.assert(
    fc.property(fc.string(), fc.boolean(), fc.boolean(), fc.boolean(), (key, ctrlKey, metaKey, isAfterG) => {
      const found = shortcutOf({ ...pressed, key, ctrlKey, metaKey, isAfterG, isFree: false })
      expect(found).toEqual(key === 'k' && (ctrlKey || metaKey) ? { is: 'palette' } : undefined)
    }),
  ))

test('a letter with Ctrl, Alt or ⌘ belongs to the browser', () =>
  fc.assert(
    fc.property(
      fc.constantFrom('t', 'c', 'j', 'g', '/', '?', 'h'),
      fc.constantFrom('ctrlKey', 'metaKey', 'altKey'),
      (key, modifier) => {
        expect(shortcutOf({ ...pressed, key, [modifier]: true, isAfterG: true })).toBeUndefined()
      },
    ),
  ))

test('G and a letter go to its place, and the bare letter does not', () => {
  for (const [key, to] of Object.entries(places)) {
    expect(shortcutOf({ ...pressed, key, isAfterG: true })).toEqual({ is: 'place', to })
    expect(shortcutOf({ ...pressed, key })?.is).not.toBe('place')
  }
})

test('J and K step through a list, C begins a cycle, the slash filters and the question mark lists the keys', () => {
  const found = ['j', 'k', 'c', '/', '?', 'toString'].map((key) => shortcutOf({ ...pressed, key }))
  expect(found).toEqual([
    { is: 'step', by: 1 },
    { is: 'step', by: -1 },
    { is: 'new-cycle' },
    { is: 'filter' },
    { is: 'keys' },
    undefined,
  ])
})
