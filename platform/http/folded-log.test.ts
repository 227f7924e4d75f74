import { expect, test } from 'vitest'
import { openFoldedLog } from './folded-log.ts'

test('a kind has one line in ten seconds, which counts the lines left out before it', () => {
  let nowMs = 0
  const lines: [string, number][] = []
  const folded = openFoldedLog(() => nowMs)
  const tell = (kind: string) => folded(kind, (repeated) => lines.push([kind, repeated]))
  for (let time = 0; time < 1_000; time += 1) tell('busy')
  tell('away')
  nowMs = 9_999
  tell('busy')
  nowMs = 10_000
  tell('busy')
  expect(lines).toEqual([
    ['busy', 0],
    ['away', 0],
    ['busy', 1_000],
  ])
})
