/** One server-sent event. `id` is the newest of the stream, with this frame or before it. */
export interface RawFrame {
  readonly event: string
  readonly data: string
  readonly id: string
}

const frameMostChars = 16 * 1024 * 1024

/** The events of a stream; a frame that is cut at the end is dropped. Source: HTML Living Standard, 9.2.6. */
export async function* readFrames(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RawFrame> {
  let event = ''
  let data: string[] = []
  let id = ''
  let sizeChars = 0
  for await (const line of linesOf(chunks)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n'), id }
      event = ''
      data = []
      sizeChars = 0
      continue
    }
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    sizeChars += value.length
    if (sizeChars > frameMostChars) throw new Error('The server sent an event that is too large')
    if (name === 'event') event = value
    else if (name === 'data') data.push(value)
    else if (name === 'id' && !value.includes('\0')) id = value
  }
}

/** Lines that CR LF, LF or CR ends, wherever chunks are cut. A rest without a line end is not a line. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let afterCr = false
  for await (const chunk of chunks) {
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

/** The chunks of a body; browsers without async iteration of streams are read by a reader. */
export async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) yield chunk.value
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
