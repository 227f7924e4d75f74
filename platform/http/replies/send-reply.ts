import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import {
  isBytes,
  isDataEvents,
  isEvents,
  isRelayed,
  type Bytes,
  type DataEvents,
  type Events,
  type Operation,
  type RelayedReply,
} from '../../contract/operation.ts'
import { refuse } from '../../refusal/refusal.ts'
import { headerValue } from '../../validation/header-value.ts'
import type { ByteRange, ConditionalFrames, Relay, ReplyValue } from '../../handler/reply.ts'
import { dataFrames, namedFrames, sendFrames, type Frame, type ReplyInFlight } from '../streams/frames.ts'
import type { StreamReader } from '../streams/streams.ts'

interface OpenReply extends ReplyInFlight {
  readonly reader: () => StreamReader
}

interface Declared {
  readonly json: TSchema
  readonly bytes: Bytes
  readonly events: Events
  readonly dataEvents: DataEvents
  readonly relayed: RelayedReply
}

/** Functions that send a reply, by the declaration of its body. */
const senders: {
  readonly [Way in keyof Declared]: (value: ReplyValue, declared: Declared[Way], sending: OpenReply) => unknown
} = {
  json: ({ status, body }, _schema, { reply }) => reply.status(status).send(body),
  bytes: ({ status, body }, { bytes, headers = {}, orJson }, { request, reply }) => {
    if (orJson && !('mediaType' in (body as object))) return reply.status(status).send(body)
    const { mediaType, fileName, etag, content, sizeBytes, range } = typedBytes(body as Readable | TypedBytes, bytes)
    if (etag !== undefined) {
      reply.header('etag', headerValue(`"${etag}"`))
      if (hasEtag(request, etag)) {
        content.destroy()
        return reply.status(304).headers(headers).send()
      }
    }
    if (fileName !== undefined) reply.header('content-disposition', savedAs(fileName))
    if (sizeBytes !== undefined) reply.headers(lengths(sizeBytes, range))
    const isHead = request.method === 'HEAD'
    if (isHead) content.destroy()
    return reply
      .status(range ? 206 : status)
      .headers(headers)
      .type(headerValue(mediaType))
      .send(isHead ? undefined : content)
  },
  events: ({ body }, { lifetimeMs }, sending) => {
    const reader = sending.reader()
    const stream = body as AsyncIterable<Frame> | ConditionalFrames<AsyncIterable<Frame>>
    if (!('condition' in stream)) return sendFrames(stream, namedFrames, { ...sending, lifetimeMs, reader })
    return sendFrames(stream.frames, namedFrames, { ...sending, lifetimeMs, reader: conditional(reader, stream) })
  },
  dataEvents: ({ body }, { end, lifetimeMs }, sending) =>
    sendFrames(body as AsyncIterable<object>, dataFrames(end), { ...sending, lifetimeMs, reader: sending.reader() }),
  relayed: ({ body }, _declared, sending) => sendRelay(body as Relay, sending, sending.reader()),
}

/** Sends a handler's result in the form that its operation declares for this status. */
export const sendReply = ({ replies }: Operation, value: ReplyValue, sending: OpenReply): unknown => {
  const { status, text } = value
  if (text !== undefined) return sendText(sending.reply.status(status), text)
  const declared = replies[status]
  if (!declared) throw new Error(`A handler ended in ${status}, which its operation does not declare`)
  if (isRelayed(declared)) return senders.relayed(value, declared, sending)
  if (isEvents(declared)) return senders.events(value, declared, sending)
  if (isDataEvents(declared)) return senders.dataEvents(value, declared, sending)
  if (isBytes(declared)) return senders.bytes(value, declared, sending)
  return senders.json(value, declared, sending)
}

/** A reader whose access is also refused when the condition of its frames no longer holds. */
const conditional = (reader: StreamReader, stream: ConditionalFrames<unknown>): StreamReader => ({
  ...reader,
  decision: `${reader.decision} ${stream.condition}`,
  decide: async (tx) => {
    const [holds] = await Promise.all([stream.holds(tx), reader.decide(tx)])
    if (!holds) refuse('forbidden')
  },
})

/** JSON that was stored under an idempotency key, as it is. */
const sendText = (reply: FastifyReply, text: string) =>
  reply.type('application/json; charset=utf-8').serializer(String).send(text)

interface TypedBytes {
  readonly mediaType: string
  /** With it a browser saves the bytes and shows none of them. */
  readonly fileName?: string
  readonly etag?: string
  readonly content: Readable
  /** Size of the whole; with it, `range` is the part that `content` is. */
  readonly sizeBytes?: number
  readonly range?: ByteRange | undefined
}

const lengths = (sizeBytes: number, range: ByteRange | undefined) => ({
  'accept-ranges': 'bytes',
  'content-length': range ? range.last - range.first + 1 : sizeBytes,
  ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${sizeBytes}` }),
})

/** Whether the sender has the bytes in this state already (RFC 9110, 13.1.2): weak and strong names compare alike. */
const hasEtag = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === `"${etag}"`)

const typedBytes = (body: Readable | TypedBytes, mediaType: string): TypedBytes =>
  'mediaType' in body ? body : { mediaType, content: body }

/**
 * Has a relay write its answer. The connection ends when the reader loses its credential, its place or its access, or
 * the process stops. An error before the first byte is answered as any other; after it, the connection breaks.
 */
const sendRelay = async (relay: Relay, { request, reply, closed, streams }: ReplyInFlight, reader: StreamReader) => {
  const stream = streams.open(reader, closed.signal)
  const response = reply.raw
  const cut = () => response.destroy()
  stream.ends.addEventListener('abort', cut, { once: true })
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value)
  try {
    await relay(response)
  } catch (error) {
    if (!response.headersSent && !response.destroyed) throw error
    request.log.error({ err: error, requestId: request.id }, 'Relaying a response failed')
    response.destroy()
  } finally {
    stream.ends.removeEventListener('abort', cut)
    stream.release()
  }
  return reply.hijack()
}

/** A `Content-Disposition` by which a browser saves a file under any name (RFC 6266, RFC 8187). */
export const savedAs = (fileName: string): string => {
  const percent = (text: string) => `%${text.charCodeAt(0).toString(16).toUpperCase()}`
  return `attachment; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed()).replaceAll(/['()*]/g, percent)}`
}
