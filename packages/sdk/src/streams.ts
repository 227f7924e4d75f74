import { AtelierError } from './errors.ts'
import { chunksOf, readFrames, type RawFrame } from './frames.ts'
import { anyOf, notAtelier, send, type Connection, type UntypedInput } from './request.ts'
import { pause, retryPauseMs } from './retry.ts'
import type { CallOptions, Frame } from './shapes.ts'
import type { Entry } from './table.ts'

// The server sends a keepalive every 30 s.
const silenceMs = 75_000
// A server that starts again is away for longer than a call would wait.
const patientRetries = 8

interface StreamCall {
  readonly connection: Connection
  readonly entry: Entry
  readonly input: UntypedInput | undefined
  readonly options: CallOptions
}

/**
 * The events of a stream. A stream that breaks continues after the last event if the operation allows it, without a gap
 * or a repeat; it ends with an error when nothing was reached for about a minute.
 */
export async function* follow(call: StreamCall): AsyncGenerator<Frame<string, unknown>> {
  const { connection, entry, options } = call
  const signal = anyOf(connection.signal, options.signal)
  const retries = options.retries ?? (connection.retries && Math.max(connection.retries, patientRetries))
  let last = options.lastEventId ?? ''
  let failures = 0
  let emptyEnds = 0
  for (;;) {
    let isNews = false
    let hasFailed = false
    try {
      for await (const frame of framesOf(call, last, signal)) {
        if (frame.id !== '' && frame.id === last) continue
        last = frame.id || last
        failures = 0
        isNews = true
        if (frame.event === 'keepalive') continue
        hasFailed = frame.event === 'error'
        yield { ...frame, data: dataOf(entry, frame) }
      }
      if (!entry.resumes || hasFailed) return
      // A server that stops ends its streams as a whole one ends: over is what brings nothing more twice.
      emptyEnds = isNews ? 0 : emptyEnds + 1
      if (emptyEnds === 2 && !entry.isEndless) return
    } catch (error) {
      signal?.throwIfAborted()
      if (!entry.resumes || !(error instanceof AtelierError) || error.code !== 'unreachable') throw error
    }
    failures += 1
    const pauseMs = retryPauseMs('safe', { code: 'unreachable' }, failures, { retries, random: Math.random() })
    if (pauseMs === undefined)
      throw new AtelierError('unreachable', `The stream of ${entry.id} broke.`, { operation: entry.id })
    await pause(pauseMs, signal)
  }
}

/** Events of a connection. */
async function* framesOf(
  { connection, entry, input, options }: StreamCall,
  last: string,
  signal: AbortSignal | undefined,
) {
  const left = new AbortController()
  const silence = watch(left)
  const ends = anyOf(signal, left.signal)!
  try {
    const body = await send(
      connection,
      entry,
      { input, options: { ...options, signal: ends, ...(last && { lastEventId: last }) } },
      (answer) => streamIn(entry, answer),
    )
    for await (const frame of readFrames(noticed(body, silence))) yield frame
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof AtelierError) throw error
    throw new AtelierError('unreachable', `The stream of ${entry.id} broke.`, { operation: entry.id, cause: error })
  } finally {
    silence.end()
    left.abort()
  }
}

const streamIn = async (entry: Entry, answer: Response) => {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  if (!isStream || answer.body === null) throw notAtelier(entry.id, answer.status)
  return answer.body
}

/** Ends a connection from which nothing came for too long: a lost network sends no notice. */
const watch = (left: AbortController) => {
  const start = () => setTimeout(() => left.abort(new Error(`Nothing came for ${silenceMs} ms`)), silenceMs)
  let timer = start()
  return {
    heard: () => {
      clearTimeout(timer)
      timer = start()
    },
    end: () => clearTimeout(timer),
  }
}

async function* noticed(body: ReadableStream<Uint8Array>, silence: ReturnType<typeof watch>) {
  for await (const chunk of chunksOf(body)) {
    silence.heard()
    yield chunk
  }
}

/** The data of an event, as text or as JSON by the contract: words such as `12` or `null` are no numbers and no null. */
const dataOf = (entry: Entry, { event, data }: RawFrame): unknown => {
  if (entry.textEvents.includes(event)) return data
  try {
    return JSON.parse(data) as unknown
  } catch {
    throw notAtelier(entry.id, 200)
  }
}
