import { table, type Operations } from './operations.ts'
import type { Replay } from './retry.ts'

export type OperationId = keyof Operations

/** The facts of an operation at run time. */
export interface Entry {
  readonly id: OperationId
  readonly method: string
  readonly path: string
  readonly replay: Replay
  /** The kind of answer: JSON, bytes, or a stream of events. */
  readonly answers: 'json' | 'bytes' | 'events'
  readonly resumes: boolean
  /** The stream continues until its reader leaves. */
  readonly isEndless: boolean
  /** The events whose data is text; that of all others is JSON. */
  readonly textEvents: readonly string[]
  /** How the next page is asked for: by the `Link` header, by `after`, or by `nextCursor` beside the named rows. */
  readonly rows: string | undefined
  /** The media type of a body of bytes. */
  readonly upload: string | undefined
  /** The operation that returns how much of an upload has arrived. */
  readonly session: OperationId | undefined
}

export const operationIds = Object.keys(table) as OperationId[]

/** The entry of an operation, from its line in the generated table. */
export const entryOf = (id: OperationId): Entry => {
  const [method, path, replay, ...marks] = table[id].split(' ')
  const valuesOf = (name: string) =>
    marks.flatMap((mark) => (mark.startsWith(`${name}:`) ? [mark.slice(name.length + 1)] : []))
  const valueOf = (name: string) => valuesOf(name).at(0)
  const isStream = marks.includes('events')
  return {
    id,
    method: method!,
    path: path!,
    replay: replay as Replay,
    answers: isStream ? 'events' : marks.includes('bytes') ? 'bytes' : 'json',
    resumes: marks.includes('resumes'),
    isEndless: marks.includes('endless'),
    textEvents: valuesOf('text'),
    rows: valueOf('rows'),
    upload: valueOf('upload'),
    session: valueOf('session') as OperationId | undefined,
  }
}
