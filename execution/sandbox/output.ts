import { decodeLines } from '../../packages/charsets/index.ts'

const headBytes = 64 * 1024
const tailBytes = 192 * 1024

const shown = (part: Buffer) => decodeLines(part, { isCut: true })

/** Keeps the first 64 KiB and the last 192 KiB of a stream, in flat memory for any length. */
export const keepEnds = () => {
  const head: Buffer[] = []
  const tail: Buffer[] = []
  let headLength = 0
  let tailLength = 0
  let seen = 0

  const add = (chunk: Buffer) => {
    seen += chunk.length
    const toHead = chunk.subarray(0, headBytes - headLength)
    if (toHead.length > 0) {
      head.push(toHead)
      headLength += toHead.length
    }
    const rest = chunk.subarray(toHead.length)
    if (rest.length === 0) return
    tail.push(rest)
    tailLength += rest.length
    while (tail[0] && tailLength - tail[0].length >= tailBytes) tailLength -= tail.shift()!.length
  }

  const text = () => {
    const ending = Buffer.concat(tail).subarray(-tailBytes)
    const missing = seen - headLength - ending.length
    if (missing === 0) return decodeLines(Buffer.concat([...head, ending]))
    return `${shown(Buffer.concat(head))}\n… ${missing} bytes left out …\n${shown(ending)}`
  }

  return { add, text, truncated: () => seen > headBytes + tailBytes, seen: () => seen }
}
