import type { IncomingMessage } from 'node:http'
import { refuse } from '../refusal/refusal.ts'

/**
 * The whole body of a request, in memory of its own. Ends the request in 413 beyond `limitBytes`, and in 400 if the
 * sender cuts it off.
 */
export const readBody = async (payload: IncomingMessage, limitBytes: number): Promise<Buffer<ArrayBuffer>> => {
  const declared = payload.headers['content-length']
  const knownBytes = declared === undefined ? undefined : Number(declared)
  if ((knownBytes ?? 0) > limitBytes) refuse('tooLarge')
  try {
    return knownBytes === undefined ? await collect(payload, limitBytes) : await fill(payload, knownBytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') return refuse('malformed')
    throw error
  }
}

/** Into one buffer of the declared length, so that nothing is joined at the end. */
const fill = async (payload: IncomingMessage, bytes: number) => {
  const body = Buffer.allocUnsafeSlow(bytes)
  let filled = 0
  for await (const chunk of chunksOf(payload)) filled += chunk.copy(body, filled)
  return filled === bytes ? body : refuse('malformed')
}

const collect = async (payload: IncomingMessage, limitBytes: number) => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunksOf(payload)) {
    bytes += chunk.length
    if (bytes > limitBytes) return refuse('tooLarge')
    chunks.push(chunk)
  }
  const body = Buffer.allocUnsafeSlow(bytes)
  chunks.reduce((at, chunk) => at + chunk.copy(body, at), 0)
  return body
}

// The connection stays open for the answer if the rest is not read.
const chunksOf = (payload: IncomingMessage): AsyncIterable<Buffer> => payload.iterator({ destroyOnReturn: false })
