import { createParser } from 'eventsource-parser'

/** A stream that is no sequence of server-sent events; `reason` is half a sentence. */
export class EventStreamError extends Error {
  override readonly name = 'EventStreamError'
}

/**
 * Reads the `data` of server-sent events from bytes that are cut anywhere. Comments and other fields are skipped.
 * Throws EventStreamError for bytes that are not UTF-8 and for an event above `eventBytesMax`.
 * Source: WHATWG HTML, section 9.2.6 (a lone carriage return does not end a line here: no endpoint sends it).
 */
export const eventParser = (eventBytesMax: number) => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let events: string[] = []
  const parser = createParser({
    maxBufferSize: eventBytesMax,
    onEvent: ({ data }) => events.push(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') throw new EventStreamError('an event is too large')
    },
  })
  const feed = (text: string): string[] => {
    events = []
    // Looking for either line end, the parser reads the rest of a chunk again for each line: 33 ms for 64 KiB of CR.
    parser.feed(text.replaceAll('\r', ''))
    return events
  }
  return {
    /** Payloads of the events that `chunk` completes. */
    push: (chunk: Uint8Array) => feed(decode(() => decoder.decode(chunk, { stream: true }))),
    /** The payload that the end of the stream completes; some endpoints leave out the last empty line. */
    end: () => feed(`${decode(() => decoder.decode())}\n\n`),
  }
}

const decode = (read: () => string) => {
  try {
    return read()
  } catch {
    throw new EventStreamError('its bytes are not UTF-8')
  }
}
