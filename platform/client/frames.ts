/** One server-sent event. `id` is the newest that the stream has given, with this frame or before it. */
export interface Frame {
  readonly event: string
  readonly data: string
  readonly id: string
}

const frameMostChars = 16 * 1024 * 1024

/**
 * The events of a stream, as they come. Source: HTML Living Standard, section 9.2.6 (Interpreting an event stream).
 * A frame that the stream ends in the middle of is dropped; one of more than 16 Mi characters throws.
 */
export async function* readFrames(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Frame> {
  let event = ''
  let data: string[] = []
  let id = ''
  let sizeChars = 0
  for await (const line of linesOf(bytes)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id }
      event = ''
      data = []
      sizeChars = 0
      continue
    }
    const [name, value] = fieldOf(line)
    sizeChars += value.length
    if (sizeChars > frameMostChars) throw new Error('The server sent an event that is too large')
    if (name === 'event') event = value
    else if (name === 'data') data.push(value)
    else if (name === 'id' && !value.includes('\0')) id = value
  }
}

const fieldOf = (line: string): [name: string, value: string] => {
  const colon = line.indexOf(':')
  if (colon === -1) return [line, '']
  const value = line.slice(colon + 1)
  return [line.slice(0, colon), value.startsWith(' ') ? value.slice(1) : value]
}

/** Lines that CR LF, LF or CR ends, wherever chunks are cut. A rest without a line end is not a line. */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let afterCr = false
  for await (const chunk of bytes) {
    const decoded = decoder.decode(chunk, { stream: true })
    if (decoded === '') continue
    const text = afterCr && decoded.startsWith('\n') ? decoded.slice(1) : decoded
    const lines = (rest + text).split(/\r\n|\n|\r/)
    afterCr = decoded.endsWith('\r')
    rest = lines.pop()!
    if (rest.length > frameMostChars) throw new Error('The server sent a line that is too long')
    yield* lines
  }
}
