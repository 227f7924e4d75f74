/** A stream that is no sequence of server-sent events; `reason` is half a sentence. */
export class EventStreamError extends Error {
  override readonly name = 'EventStreamError'
}

export interface EventParser {
  /** Payloads of the events that `chunk` completes. */
  push(chunk: Uint8Array): string[]
  /** The payload that the end of the stream completes; some endpoints leave out the last empty line. */
  end(): string[]
}

/**
 * Reads the `data` of server-sent events from bytes that are cut anywhere. Comments and other fields are skipped.
 * Throws EventStreamError for bytes that are not UTF-8 and for an event above `eventBytesMax`.
 * Source: WHATWG HTML, section 9.2.6 (a lone carriage return does not end a line here: no endpoint sends it).
 */
export const eventParser = (eventBytesMax: number): EventParser => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let searched = 0
  let data: string[] = []
  let dataLength = 0

  const line = (text: string): string[] => {
    if (text === '') {
      const event = data
      data = []
      dataLength = 0
      return event.length > 0 ? [event.join('\n')] : []
    }
    if (text === 'data' || text.startsWith('data:')) {
      data.push(text.slice(5).replace(/^ /, ''))
      dataLength += text.length
    }
    return []
  }

  const lines = (): string[] => {
    const events: string[] = []
    let start = 0
    for (let end = rest.indexOf('\n', searched); end !== -1; end = rest.indexOf('\n', start)) {
      events.push(...line(rest.slice(start, rest[end - 1] === '\r' ? end - 1 : end)))
      start = end + 1
    }
    rest = rest.slice(start)
    searched = rest.length
    if (rest.length + dataLength > eventBytesMax) throw new EventStreamError('an event is too large')
    return events
  }

  return {
    push: (chunk) => {
      rest += decode(() => decoder.decode(chunk, { stream: true }))
      return lines()
    },
    end: () => {
      rest += `${decode(() => decoder.decode())}\n\n`
      return lines()
    },
  }
}

const decode = (read: () => string) => {
  try {
    return read()
  } catch {
    throw new EventStreamError('its bytes are not UTF-8')
  }
}
