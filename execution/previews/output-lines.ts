import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import type { OutputStream } from '../sandbox/index.ts'

/** The most characters of a line of a log; a longer one is cut into several. */
export const lineMostChars = 2_000

/**
 * Cuts the output of a command into lines without colours and other control characters. `end` gives the rest without an
 * end of line; memory is bounded however long a line is.
 */
export const openOutputLines = (onText: (text: string) => void) => {
  const streams = { stdout: openStream(onText), stderr: openStream(onText) }
  return {
    push: (stream: OutputStream, chunk: Buffer): void => streams[stream].push(chunk),
    end: (): void => {
      streams.stdout.end()
      streams.stderr.end()
    },
  }
}

const openStream = (onText: (text: string) => void) => {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const take = (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    for (const line of lines) for (const piece of piecesOf(line)) onText(piece)
    while (rest.length > 2 * lineMostChars) {
      for (const piece of piecesOf(rest.slice(0, lineMostChars))) onText(piece)
      rest = rest.slice(lineMostChars)
    }
  }
  return {
    push: (chunk: Buffer) => take(decoder.write(chunk)),
    end: () => {
      take(decoder.end())
      for (const piece of piecesOf(rest)) onText(piece)
      rest = ''
    },
  }
}

/** A line that replaces itself, as those of a progress do, is what it was in the end. */
export const piecesOf = (line: string): readonly string[] => {
  const text = stripVTControlCharacters(line.replace(/\r{1,99}$/, '').replace(/^.*\r/s, ''))
    .replaceAll(/[^\P{Cc}\t]/gu, '')
    .trimEnd()
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += lineMostChars) pieces.push(text.slice(at, at + lineMostChars).toWellFormed())
  return pieces
}
