import type { LeadField } from './rules.ts'
import { delimiterOf } from './rules/delimiters.ts'
import { decodePiece, encodingOf } from './encodings.ts'
import {
  ListRefusal,
  type ListDelimiter,
  type ListEncoding,
  firstState,
  readRecords,
  type ListRecord,
  type RecordState,
} from './rules/records.ts'

/** How the text of a list is read. */
export interface ListForm {
  readonly encoding: ListEncoding
  /** True if the upload named the encoding. */
  readonly isNamed: boolean
  readonly delimiter: ListDelimiter
}

interface ListHead {
  readonly head: Uint8Array
  readonly encoding?: ListEncoding | undefined
  readonly delimiter?: ListDelimiter | undefined
  readonly mapping?: ReadonlyMap<string, LeadField> | undefined
  /** True if the bytes are the whole list. */
  readonly isWhole: boolean
}

/** The form of a list by its first bytes, as far as an upload does not set it; undefined for bytes that are no text. */
export const formOf = ({ head, isWhole, mapping, ...known }: ListHead): ListForm | undefined => {
  const encoding = known.encoding ?? encodingOf(head)
  const isNamed = known.encoding !== undefined
  const { text } = decodePiece(head, { encoding, isNamed, isFirst: true, isLast: isWhole })
  return text.includes('\0')
    ? undefined
    : { encoding, isNamed, delimiter: known.delimiter ?? delimiterOf(text, mapping) }
}

/** The state that the next piece needs from the pieces before. Plain values, which a thread can be given. */
export interface ListState extends RecordState {
  readonly undecoded: Uint8Array
  readonly isFirst: boolean
}
export const startOfList: ListState = { ...firstState, undecoded: new Uint8Array(0), isFirst: true }

export interface ListPiece {
  readonly bytes: Uint8Array
  readonly form: ListForm
  /** Undefined at the beginning of the list. */
  readonly state: ListState | undefined
  readonly isLast: boolean
}

/** Reads the records that are complete with a piece of a list; undefined if it is no table. */
export const readPiece = ({
  bytes,
  form,
  state = startOfList,
  isLast,
}: ListPiece): { readonly records: readonly ListRecord[]; readonly state: ListState } | undefined => {
  const { encoding, isNamed, delimiter } = form
  const all = state.undecoded.length === 0 ? bytes : Buffer.concat([state.undecoded, bytes])
  try {
    const { text, undecoded } = decodePiece(all, { encoding, isNamed, isFirst: state.isFirst, isLast })
    const { records, state: next } = readRecords(text, { delimiter, state, isLast })
    return { records, state: { ...next, undecoded, isFirst: state.isFirst && text === '' } }
  } catch (error) {
    if (error instanceof ListRefusal) return undefined
    throw error
  }
}
