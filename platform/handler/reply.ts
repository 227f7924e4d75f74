import type { ServerResponse } from 'node:http'
import type { Transaction } from '../db/transaction.ts'

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

/**
 * Writes a whole answer, head and all, to the response. It stops when the response closes, and may throw as long as no
 * byte is written: the error is then answered as any other.
 */
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
