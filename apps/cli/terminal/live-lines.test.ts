import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openLiveLines } from './live-lines.ts'

/** As much of a terminal as the lines need: rows, a cursor that goes up and down, and clearing. */
const terminal = (rows: number) => {
  const screen: string[] = ['']
  let at = 0
  const obey = (part: string) => {
    const up = /^\u001b\[(\d+)A$/.exec(part)?.[1]
    if (up !== undefined) at = Math.max(0, at - Number(up))
    else if (part === '\u001b[2K') screen[at] = ''
    else if (part === '\u001b[0J') screen.splice(at, Infinity, '')
    else if (part === '\n') screen[++at] ??= ''
    else if (!/^(\r|\u001b\[\?7[lh])$/.test(part)) screen[at] = (screen[at] ?? '') + part
  }
  const write = (text: string) => {
    for (const part of text.match(/\u001b\[\??\d+[A-Za-z]|\n|\r|[^\u001b\n\r]+/g) ?? []) obey(part)
    return true
  }
  return { rows, write, shown: () => screen.slice(0, at) }
}

const line = fc.stringMatching(/^[a-z ]{0,12}$/)

test('the terminal shows only the last drawing, cut to its height', () =>
  fc.assert(
    fc.property(
      fc.array(fc.array(line, { minLength: 1, maxLength: 6 }), { minLength: 1 }),
      fc.integer({ min: 2, max: 10 }),
      (frames, rows) => {
        const screen = terminal(rows)
        const live = openLiveLines(screen)
        for (const frame of frames) live.draw(frame)
        expect(screen.shown()).toEqual(frames.at(-1)!.slice(0, rows - 1))
      },
    ),
  ))

test('new lines appear below the last drawing', () => {
  const screen = terminal(10)
  const live = openLiveLines(screen)
  live.draw(['one', 'two'])
  live.end()
  live.draw(['three'])
  expect(screen.shown()).toEqual(['one', 'two', 'three'])
})
