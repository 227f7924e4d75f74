import type { ServerResponse } from 'node:http'
import type { Transaction } from '../db/transaction.ts'
import { refuse } from '../refusal/refusal.ts'

/** The subject of an audit row and of the event beside it. */
export interface Subject {
  readonly resource: readonly [type: string, id: string]
  readonly parent?: readonly [type: string, id: string]
  readonly metadata?: Readonly<Record<string, unknown>>
  /** An idempotent repeat changed nothing: the row records that, and no event is written. */
  readonly repeated?: true
  /** Where the event shows up beside its own resource. */
  readonly within?: { readonly projectId?: string; readonly cycleId?: string; readonly taskId?: string }
  /** Details of the event. */
  readonly payload?: Readonly<Record<string, unknown>>
}

/** Writes a whole answer to the response, until that closes. It may throw before the first byte, as any handler. */
export type Relay = (response: ServerResponse) => Promise<void>

/** Frames that were chosen by something that may change: the stream ends, within a second, when it no longer holds. */
export interface ConditionalFrames<Frames> {
  readonly frames: Frames
  /** Names the condition: streams with the same credential and name share the answer. */
  readonly condition: string
  holds(tx: Transaction): Promise<boolean>
}

/** The ending of a handler, as the router reads it. */
export interface ReplyValue {
  readonly status: 200 | 201 | 202
  readonly body: unknown
  /** The body as JSON that is sent as it is: it was stored under an idempotency key. */
  readonly text?: string
  readonly about?: Subject
}

/** A part of an object: the positions of its first and its last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/**
 * The part of `sizeBytes` bytes that a request asks for by its `Range` header (RFC 9110, section 14.2). Undefined for
 * the whole: without a header, with `If-Range`, for several parts, and for an empty object. 416 for a part behind the end.
 */
export const byteRange = (sizeBytes: number, range: string | undefined, ifRange: string | undefined) => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (ifRange !== undefined || sizeBytes === 0 || (from === '' && to === '')) return undefined
  if (from === '') {
    const suffixBytes = Math.min(Number(to), sizeBytes)
    return suffixBytes === 0 ? behindEnd(sizeBytes) : { first: sizeBytes - suffixBytes, last: sizeBytes - 1 }
  }
  const first = Number(from)
  const last = to === '' ? Infinity : Number(to)
  // A range that ends before it begins is invalid and ignored.
  if (first > last) return undefined
  return first >= sizeBytes ? behindEnd(sizeBytes) : { first, last: Math.min(last, sizeBytes - 1) }
}

const behindEnd = (sizeBytes: number) => refuse('rangeUnsatisfiable', { sizeBytes })
