import { refusedAs } from '../../../platform/contract/action.ts'
import type { Operation } from '../../../platform/contract/operation.ts'
import { isInstant } from '../../../platform/contract/timestamp.ts'

/** A page begins behind this row, in the order of time and then position, newest first. */
export interface RowCursor {
  readonly at: string
  readonly position: number
}

export const newest: RowCursor = { at: 'infinity', position: Number.MAX_SAFE_INTEGER }

export const cursorText = ({ at, position }: RowCursor): string =>
  Buffer.from(`${at} ${position}`).toString('base64url')

/** The place in a cursor; without one the newest, and undefined for a text that is no cursor of these lists. */
export const parseCursor = (cursor: string | undefined): RowCursor | undefined => {
  if (cursor === undefined) return newest
  const [at = '', position = '', ...more] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const isCursor = more.length === 0 && isInstant(at) && /^[1-9]\d{0,14}$/.test(position)
  return isCursor ? { at, position: Number(position) } : undefined
}

/** The cursor behind a row of the log. */
export const cursorAfter = ({ occurredAt, position }: { readonly occurredAt: Date; readonly position: number }) =>
  cursorText({ at: occurredAt.toISOString(), position })

/** Every action that a row may bear where these write; a test holds it against the sources. */
export const knownActions = (operations: readonly Operation[], jobActions: readonly string[]): ReadonlySet<string> =>
  new Set<string>([...operations.flatMap(actionsOf), ...jobActions])

const actionsOf = (operation: Operation): readonly string[] => {
  const { audit } = operation
  const refused = refusedAs(operation)
  return [...(refused ? [refused.action] : []), ...(audit && 'elsewhere' in audit ? audit.elsewhere : [])]
}

/** The end of a log, which has the reason of a failure. */
export const endOfLog = (text: string): string => (text.length > logMost ? `…${text.slice(1 - logMost)}` : text)
const logMost = 4_000

/** The cursor of checkpoints, which are in the order of their sizes. */
export const sizeCursor = (size: number): string => Buffer.from(`size ${size}`).toString('base64url')

/** The size in such a cursor; without a cursor beyond every size, and undefined for an invalid text. */
export const sizeOf = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  const size = /^size ([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  return size === undefined ? undefined : Number(size)
}
