/** Cuts bytes into at most `linesMax` UTF-8 lines of at most `lineBytesMax` bytes; the rest is only counted. */
export const lineReader = (lineBytesMax: number, linesMax: number, onLine: (line: string) => void) => {
  let parts: Buffer[] = []
  let sizeBytes = 0
  let count = 0
  let dropped = 0

  const add = (part: Buffer) => {
    sizeBytes += part.length
    if (sizeBytes <= lineBytesMax) parts.push(part)
    else parts = []
  }
  const end = () => {
    count += 1
    if (sizeBytes > lineBytesMax || count > linesMax) dropped += 1
    else if (sizeBytes > 0) onLine(Buffer.concat(parts).toString('utf8'))
    parts = []
    sizeBytes = 0
  }

  return {
    push: (chunk: Buffer) => {
      let start = 0
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, start)) {
        add(chunk.subarray(start, at))
        end()
        start = at + 1
      }
      add(chunk.subarray(start))
    },
    /** Lines that were too long or too many. */
    get dropped() {
      return dropped
    },
  }
}
