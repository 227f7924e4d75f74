import type { OnLine } from '../../../execution/previews/index.ts'
import { storableText } from '../../../platform/validation/storable-text.ts'
import { pieceMostChars } from './store-log.ts'

const flushMs = 1_000
const waitingMostChars = 64 * pieceMostChars

type Write = (content: string) => Promise<unknown>

/**
 * Collects lines of a log and writes them in pieces, at most one a second. Lines that come faster than they can be
 * written are dropped, with a line about it. `end` writes the rest; an error of a write is passed to `onError`.
 */
export const openLog = (write: Write, onError: (error: unknown) => void) => {
  let waiting: string[] = []
  let waitingChars = 0
  let isDropping = false
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const text = waiting.join('')
    waiting = []
    waitingChars = 0
    isDropping = false
    writing = writing.then(() => writePieces(write, text)).catch(onError)
    return writing
  }
  const add = (line: string) => {
    if (isDropping) return
    isDropping = waitingChars + line.length > waitingMostChars
    const kept = isDropping ? 'Atelier: lines were dropped, since they came too fast.\n' : line
    waiting.push(kept)
    waitingChars += kept.length
    timer ??= setTimeout(() => void flush(), flushMs).unref()
  }
  const onLine: OnLine = ({ source, text }) => add(`${source === 'server' ? 'Atelier: ' : ''}${storableText(text)}\n`)
  return { onLine, end: flush }
}

const writePieces = async (write: Write, text: string) => {
  for (let at = 0; at < text.length;) {
    const end = at + pieceMostChars
    const next = end - (isWithinPair(text, end) ? 1 : 0)
    await write(text.slice(at, next).toWellFormed())
    at = next
  }
}

/** True if a cut at this place would part a character of two UTF-16 units. */
const isWithinPair = (text: string, at: number) => text.codePointAt(at - 1)! > 0xffff
