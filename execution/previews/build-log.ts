import type { OutputStream } from '../sandbox/index.ts'
import { lineMostChars, openOutputLines, piecesOf } from './output-lines.ts'
import type { OnLine } from './preview.ts'

const logMostChars = 4 * 2 ** 20

/** The log of a build: output of its commands, and messages of the server. */
export interface BuildLog {
  say(sentence: string): void
  /** Adds text that a command printed before. */
  add(text: string): void
  /** Takes the output of a command while it runs; call `end` once it is over. */
  command(): { readonly push: (stream: OutputStream, chunk: Buffer) => void; readonly end: () => void }
}

/** Passes at most 4 MiB of commands' output to a callback, then a sentence that the rest is left out. */
export const openBuildLog = (onLine: OnLine): BuildLog => {
  let chars = 0
  let isFull = false
  const say = (text: string) => onLine({ source: 'server', text: text.slice(0, lineMostChars).toWellFormed() })
  const print = (text: string) => {
    if (isFull) return
    chars += text.length + 1
    isFull = chars > logMostChars
    if (isFull) say('The log is longer than 4 MiB. The rest of what the commands print is left out.')
    else onLine({ source: 'build', text })
  }
  return {
    say,
    add: (text) => {
      for (const line of text.split('\n')) for (const piece of piecesOf(line)) print(piece)
    },
    command: () => openOutputLines(print),
  }
}
