import { stripVTControlCharacters } from 'node:util'
import { decodeLines } from '../../../packages/charsets/index.ts'
import type { OutputStream } from '../../sandbox/index.ts'
import type { OnLine } from '../preview.ts'

/** The most characters of a line of a log; a longer one is cut into several. */
export const lineMostChars = 2_000

/** Cuts output into lines without colours and control characters. `end` returns the rest; memory is bounded. */
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

const restMostBytes = 2 * lineMostChars

const openStream = (onText: (text: string) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  const print = (line: Buffer) => {
    for (const piece of piecesOf(decodeLines(line))) onText(piece)
  }
  const take = (bytes: Buffer) => {
    let from = 0
    for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, from)) {
      print(bytes.subarray(from, end))
      from = end + 1
    }
    while (bytes.length - from > restMostBytes) {
      const end = endOfCharacter(bytes, from + lineMostChars)
      print(bytes.subarray(from, end))
      from = end
    }
    rest = Buffer.from(bytes.subarray(from))
  }
  return {
    push: (chunk: Buffer) => take(rest.length === 0 ? chunk : Buffer.concat([rest, chunk])),
    end: () => {
      print(rest)
      rest = Buffer.alloc(0)
    },
  }
}

/** Where the character of UTF-8 ends that a place is in. */
const endOfCharacter = (bytes: Buffer, at: number): number => {
  let end = at
  while (end < at + 3 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end += 1
  return end
}

/** A line that replaces itself, as progress displays do, has its final text. */
export const piecesOf = (line: string): readonly string[] => {
  const text = stripVTControlCharacters(line.replace(/\r{1,99}$/, '').replace(/^.*\r/s, ''))
    .replaceAll(/[^\P{Cc}\t]/gu, '')
    .trimEnd()
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += lineMostChars) pieces.push(text.slice(at, at + lineMostChars).toWellFormed())
  return pieces
}

const logMostChars = 4 * 2 ** 20

/** A build's log of commands and server messages: at most 4 MiB of output, then a sentence about the rest. */
export const openBuildLog = (onLine: OnLine) => {
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
    /** Adds text that a command printed before. */
    add: (text: string): void => {
      for (const line of text.split('\n')) for (const piece of piecesOf(line)) print(piece)
    },
    /** Takes the output of a command while it runs; call `end` once it is over. */
    command: () => openOutputLines(print),
  }
}

export type BuildLog = ReturnType<typeof openBuildLog>
