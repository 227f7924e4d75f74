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

/** A field that callers see as an object, and handlers as `KeptJson` in a body or as JSON text in a reply. */
export const keptJson = <S extends TSchema>(schema: S) =>
  Type.Unsafe<Static<S> & { readonly [kept]?: never }>({ ...schema, 'x-kept': 'canonical' })

/** Bytes of a body that callers send as base64. */
export interface KeptBytes {
  readonly bytes: Uint8Array
  /** SHA-256 of `bytes` in hexadecimal. */
  readonly sha256: string
}

declare const keptBytes: unique symbol

/** A field that callers send as base64, and that the handler gets as `KeptBytes`; as undefined if it is no base64. */
export const keptBase64 = () =>
  Type.Unsafe<string & { readonly [keptBytes]?: never }>({
    type: 'string',
    contentEncoding: 'base64',
    'x-kept': 'bytes',
  })

type TakenField<Field> = typeof kept extends keyof Field
  ? KeptJson
  : typeof keptBytes extends keyof Field
    ? KeptBytes | undefined
    : Field extends readonly (infer Item extends object)[]
      ? HandlerBody<Item>[]
      : Field

/** A body as its handler gets it; a kept field may be its own, or a field of objects in one of its lists. */
export type HandlerBody<Body> =
  Body extends Readonly<Record<string, unknown>> ? { [Name in keyof Body]: TakenField<Body[Name]> } : Body

/** A reply as its handler returns it. */
export type HandlerReply<Body> = Body extends readonly unknown[]
  ? Body
  : Body extends object
    ? { [Name in keyof Body]: typeof kept extends keyof Body[Name] ? string : Body[Name] }
    : Body
