import { expect, test } from 'vitest'
import { openLog } from './log-lines.ts'
import { pieceMostChars } from './store-log.ts'

test('a long text is written in pieces, none of which parts a character', async () => {
  const pieces: string[] = []
  const log = openLog(
    async (piece) => pieces.push(piece),
    (error) => expect.fail(String(error)),
  )
  const text = `${'a'.repeat(pieceMostChars - 1)}\u{1f600}${'b'.repeat(pieceMostChars)}`
  log.onLine({ source: 'build', text })
  await log.end()
  expect(pieces.join('')).toBe(`${text}\n`)
  expect(pieces).toHaveLength(3)
  expect(pieces.every((piece) => piece.length <= pieceMostChars)).toBe(true)
})
