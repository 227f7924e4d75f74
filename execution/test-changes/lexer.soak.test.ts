import { expect, test } from 'vitest'
import { hostile, languages } from '../../testing/hostile-texts.ts'
import { viewsOf } from './lexer.ts'

test.each(hostile)('two hundred thousand characters of %j are lexed in one walk in every language', (unit) => {
  const raw = unit.repeat(200_000 / unit.length)
  for (const language of languages) expect(viewsOf(raw, language).code.length).toBe(raw.length)
})
