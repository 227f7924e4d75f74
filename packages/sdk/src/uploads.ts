import { AtelierError } from './errors.ts'
import { anyOf, jsonOf, send, type Connection, type UntypedInput } from './request.ts'
import { pause, retryPauseMs } from './retry.ts'
import type { CallOptions } from './shapes.ts'
import { entryOf, type Entry } from './table.ts'

const lookMs = 1_000

interface UploadCall {
  readonly connection: Connection
  readonly entry: Entry
  readonly input: UntypedInput
  readonly options: CallOptions
}

/**
 * Sends bytes. Where the operation has an upload session, the server is asked how much has arrived: an upload that
 * broke continues there, and progress counts bytes that arrived, not bytes that were handed to the network.
 */
export const upload = async (call: UploadCall): Promise<unknown> => {
  const { connection, entry, input, options } = call
  const content = input.body instanceof Blob ? input.body : new Blob([input.body as Uint8Array<ArrayBuffer>])
  const report = (arrivedBytes: number) => options.onProgress?.({ arrivedBytes, sizeBytes: content.size })
  const sendWhole = () => {
    report(0)
    return send(connection, entry, { input, options }, (one) => jsonOf(entry, one))
  }
  const answer = await (entry.session === undefined ? sendWhole() : sendFrom(call, content, report))
  report(content.size)
  return answer
}

/** Sends the missing bytes until all have arrived, each time from the server's offset. */
const sendFrom = async (call: UploadCall, content: Blob, report: (arrivedBytes: number) => void): Promise<unknown> => {
  const { connection, options } = call
  const signal = anyOf(connection.signal, options.signal)
  const retries = options.retries ?? connection.retries
  let furthest = -1
  for (let failures = 1; ; failures += 1) {
    const offset = await arrivedOf(call)
    if (offset > furthest) {
      furthest = offset
      failures = 1
    }
    report(offset)
    try {
      return await sendRest(call, content, offset, report)
    } catch (error) {
      if (!(error instanceof AtelierError) || !canContinue(error)) throw error
      const fault = { code: 'unreachable', retryAfterMs: error.retryAfterMs }
      const pauseMs = retryPauseMs('safe', fault, failures, { retries, random: Math.random() })
      if (pauseMs === undefined) throw error
      await pause(pauseMs, signal)
    }
  }
}

/** A connection that broke, or bytes of it that came to rest after their number was asked for. */
const canContinue = ({ code, retryAfterMs }: AtelierError) =>
  ['unreachable', 'timed_out', 'upload_offset'].includes(code) || retryAfterMs !== undefined

const sendRest = async (
  { connection, entry, input, options }: UploadCall,
  content: Blob,
  offset: number,
  report: (arrivedBytes: number) => void,
): Promise<unknown> => {
  const over = new AbortController()
  const looking = options.onProgress && look({ connection, entry, input, options }, over.signal, report)
  try {
    const headers = { ...options.headers, 'upload-offset': String(offset), 'upload-complete': '?1' }
    const rest = { ...input, body: content.slice(offset, content.size, content.type) }
    return await send(connection, entry, { input: rest, options: { ...options, headers } }, (one) => jsonOf(entry, one))
  } finally {
    over.abort()
    await looking
  }
}

/** Reports the arrived bytes, about once a second until the upload is over. */
const look = async (call: UploadCall, over: AbortSignal, report: (arrivedBytes: number) => void): Promise<void> => {
  const options = { ...call.options, signal: anyOf(call.options.signal, over) }
  try {
    for (;;) {
      await pause(lookMs, options.signal)
      report(await arrivedOf({ ...call, options }))
    }
  } catch {
    // The upload is over, or its own failure names what happened.
  }
}

const arrivedOf = async ({ connection, entry, input, options }: UploadCall): Promise<number> => {
  const session = entryOf(entry.session!)
  const { signal } = options
  const call = { input: { params: input.params ?? {} }, options: { signal } }
  const answer = await send(connection, session, call, (one) => jsonOf(session, one))
  return (answer as { readonly offset: number }).offset
}
