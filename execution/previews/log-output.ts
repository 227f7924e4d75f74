import { setTimeout as delay } from 'node:timers/promises'
import type { OutputStream } from '../sandbox/index.ts'
import { openOutputLines } from './output-lines.ts'
import type { OnLine } from './preview.ts'

const bytesPerSecond = 256 * 1024

/**
 * Takes the output of a program. `push` returns a promise if the program printed too much in this second: it has to
 * wait then.
 */
interface LogOutput {
  push(stream: OutputStream, chunk: Buffer): void | Promise<void>
  end(): void
}

/** Passes the lines that a program prints to a callback, for as long as it runs. */
export const openLogOutput = (onLine: OnLine, now: () => number = Date.now): LogOutput => {
  const lines = openOutputLines((text) => onLine({ source: 'app', text }))
  let second = 0
  let bytes = 0
  return {
    push: (stream, chunk) => {
      lines.push(stream, chunk)
      const at = Math.floor(now() / 1_000)
      bytes = at === second ? bytes + chunk.length : chunk.length
      second = at
      if (bytes > bytesPerSecond) return delay(1_000)
    },
    end: lines.end,
  }
}
