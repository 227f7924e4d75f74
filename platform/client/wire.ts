import type { Static, TSchema } from 'typebox'
import type { PathNames } from '../contract/mistakes.ts'
import type { Bytes, DataEvents, Events, Operation, RelayedReply } from '../contract/operation.ts'

/** A value as JSON carries it: a date is text. */
export type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Element)[]
    ? Wire<Element>[]
    : T extends object
      ? { [Field in keyof T]: Wire<T[Field]> }
      : T

type Json<Declared> = Declared extends TSchema ? Wire<Static<Declared>> : never

/** The JSON of an operation's success. */
export type Reply<Op extends Operation> = Json<
  | Exclude<NonNullable<Op['replies'][keyof Op['replies']]>, Bytes | Events | DataEvents | RelayedReply>
  | OrJson<NonNullable<Op['replies'][keyof Op['replies']]>>
>

type OrJson<Declared> = Declared extends { readonly orJson: infer Schema } ? Schema : never

type Part<Op, Name extends string> = Op extends Readonly<Record<Name, infer Declared>> ? Declared : undefined

/** The input of an operation, by the places that its contract declares. */
export interface Input<Op extends Operation> {
  readonly params?: Readonly<Record<PathNames<Op['path']>, string>>
  readonly query?: Part<Op, 'query'> extends infer Query extends TSchema ? Partial<Wire<Static<Query>>> : undefined
  readonly body?: Part<Op, 'body'> extends infer Body
    ? Body extends Bytes
      ? Upload
      : Body extends TSchema
        ? Wire<Static<Body>>
        : undefined
    : undefined
}

/** Bytes of a body: a Blob in a browser, any stream of bytes elsewhere. */
export interface Upload {
  readonly content: AsyncIterable<Uint8Array> | Blob
  readonly sizeBytes: number
  /** Where the operation takes several. */
  readonly mediaType?: string
}

/** An input whose operation is not known any more. */
export interface UntypedInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>
  readonly body?: unknown
}
