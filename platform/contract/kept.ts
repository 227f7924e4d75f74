import { Type, type Static, type TSchema } from 'typebox'

/** A JSON object of a body as its handler gets it: what may be 64 MiB is never a value in the serving thread. */
export interface KeptJson {
  /** Its canonical form (RFC 8785) as UTF-8. */
  readonly text: Uint8Array
  /** SHA-256 of `text` in hexadecimal. */
  readonly sha256: string
  /** Its own fields that are no lists and no objects. */
  readonly scalars: Readonly<Record<string, string | number | boolean | null>>
}

declare const kept: unique symbol

/** A field of a body that callers send as an object, and that the handler gets as `KeptJson`. */
export const keptJson = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> & { readonly [kept]?: never }>({ ...schema, 'x-kept': 'canonical' })

/** A body as its handler gets it. */
export type Taken<Body> =
  Body extends Readonly<Record<string, unknown>>
    ? { [Name in keyof Body]: typeof kept extends keyof Body[Name] ? KeptJson : Body[Name] }
    : Body
