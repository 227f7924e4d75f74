import { StringDecoder } from 'node:string_decoder'
import { setTimeout as delay } from 'node:timers/promises'
import type { OutputStream } from '../sandbox/index.ts'
import type { OnLine } from './preview.ts'

const lineMostChars = 2_000
const bytesPerSecond = 256 * 1024

/** Takes what a program prints. `push` gives a promise where it printed too much in this second: it has to wait then. */
export interface LogOutput {
  push(stream: OutputStream, chunk: Buffer): void | Promise<void>
  end(): void
}

/** Splits what a program prints into lines; longer ones come in pieces of 2,000 characters. */
export const openLogOutput = (onLine: OnLine, now: () => number = Date.now): LogOutput => {
  const streams = { stdout: lineReader(onLine), stderr: lineReader(onLine) }
  let second = 0
  let bytes = 0
  return {
    push: (stream, chunk) => {
      streams[stream].push(chunk)
      const at = Math.floor(now() / 1_000)
      bytes = at === second ? bytes + chunk.length : chunk.length
      second = at
      if (bytes > bytesPerSecond) return delay(1_000)
    },
    end: () => {
      streams.stdout.end()
      streams.stderr.end()
    },
  }
}

const lineReader = (onLine: OnLine) => {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const give = (text: string) => onLine({ source: 'app', text: text.replace(/\r$/, '') })
  return {
    push: (chunk: Buffer) => {
      const lines = (rest + decoder.write(chunk)).split('\n')
      rest = lines.pop()!
      for (const line of lines) for (const piece of piecesOf(line)) give(piece)
      while (rest.length > lineMostChars) {
        give(rest.slice(0, lineMostChars))
        rest = rest.slice(lineMostChars)
      }
    },
    end: () => {
      rest += decoder.end()
      if (rest !== '') for (const piece of piecesOf(rest)) give(piece)
      rest = ''
    },
  }
}

const piecesOf = (line: string) =>
  line.length <= lineMostChars ? [line] : (line.match(new RegExp(`[^]{1,${lineMostChars}}`, 'g')) ?? [])
