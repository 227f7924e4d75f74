import fc from 'fast-check'
import { expect, test } from 'vitest'
import { storedError, storedLog } from './image-builds.ts'
import { buildLogMostChars } from './rules.ts'

test('a log that fits is kept as it is', () => {
  expect(storedLog('added 1 package\n')).toBe('added 1 package\n')
})

test('the end of a long log is kept, from the beginning of a line', () => {
  const lines = Array.from({ length: 2_000 }, (_, at) => `line ${at}`)
  const kept = storedLog(lines.join('\n'))
  expect(kept).toMatch(/^Earlier lines are left out\.\nline \d+\n/)
  expect(kept.endsWith('line 1999')).toBe(true)
})

test('the database takes any printed output', () => {
  const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
  const printed = fc.string({ unit: 'binary', maxLength: 100 }).map((text) => text.repeat(200))
  fc.assert(
    fc.property(printed, (text) => {
      expect(storedLog(text).length).toBeLessThanOrEqual(buildLogMostChars)
      expect(storedError(text).length).toBeLessThanOrEqual(2_000)
      expect([storedLog(text), storedError(text)].every(isStorable)).toBe(true)
    }),
  )
})
