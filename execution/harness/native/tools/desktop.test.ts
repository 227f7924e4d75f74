import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chordsOf } from './desktop.ts'

test('chords are named as X names keys, and nothing else is a chord', () => {
  expect(chordsOf('ctrl+l')).toEqual(['ctrl+l'])
  expect(chordsOf('constructor+__proto__')).toEqual(['constructor+__proto__'])
  expect(chordsOf(' Tab  Enter control+Esc ')).toEqual(['Tab', 'Return', 'ctrl+Escape'])
  for (const odd of ['-rf', 'ctrl+', '+', '', ';', 'ctrl+l;reboot', '$(id)', '--window=1', 'é', 'a'.repeat(41)])
    expect(chordsOf(odd)).toContain('is no key or chord')
  expect(chordsOf(Array.from({ length: 11 }, () => 'a').join(' '))).toBe('At most 10 chords can be pressed at once.')
})

test('no words become an option of the program that presses them', () => {
  fc.assert(
    fc.property(fc.string(), (words) => {
      const chords = chordsOf(words)
      if (typeof chords !== 'string') for (const chord of chords) expect(chord).toMatch(/^\w+(\+\w+)*$/)
    }),
  )
})
