import { Readable } from 'node:stream'
import fastJson from 'fast-json-stringify'
import { largeBytes } from '../requests/large-json.ts'

/** The schema of a reply with fields that may be JSON texts from their handler. */
export interface KeptReply {
  readonly properties?: Readonly<Record<string, { readonly 'x-kept'?: 'canonical' | 'bytes' }>>
}

type Serializer = (value: unknown) => string

const serializers = new WeakMap<KeptReply, Serializer>()

/** A reply's serializer, compiled once per process. JSON text is sent as it is: parsing it again would block. */
export const serializerOf = (schema: KeptReply): Serializer => {
  const serialize = serializers.get(schema) ?? newSerializer(schema)
  serializers.set(schema, serialize)
  return serialize
}

const newSerializer = (schema: KeptReply): Serializer => {
  const fields = Object.entries(schema.properties ?? {})
  const names = fields.filter(([, field]) => field['x-kept'] === 'canonical').map(([name]) => name)
  const stringify = once(() => fastJson((names.length > 0 ? without(schema, names) : schema) as never))
  if (names.length === 0) return (value) => stringify()(value as never) as string
  return (value) => {
    const rest = stringify()(value as never) as string
    const texts = names.flatMap((name) => textOf(name, value as Readonly<Record<string, string | undefined>>))
    return joined([rest.slice(0, -1), ...(rest === '{}' ? texts.slice(1) : texts), '}'])
  }
}

const textOf = (name: string, { [name]: text }: Readonly<Record<string, string | undefined>>) =>
  text === undefined ? [] : [',', `${JSON.stringify(name)}:`, text]

const without = (schema: KeptReply, names: readonly string[]) => {
  const { required = [], properties = {} } = schema as KeptReply & { readonly required?: readonly string[] }
  const isLeft = (name: string) => !names.includes(name)
  const left = Object.entries(properties).filter(([name]) => isLeft(name))
  return { ...schema, required: required.filter(isLeft), properties: Object.fromEntries(left) }
}

/** A text, or a stream of it; the router sends either, though its types know only texts. */
const joined = (texts: readonly string[]): string =>
  texts.every(({ length }) => length <= largeBytes)
    ? texts.join('')
    : (Readable.from(piecesOf(texts), { objectMode: false }) as unknown as string)

const pieceLength = 65_536

function* piecesOf(texts: readonly string[]) {
  for (const text of texts)
    for (let from = 0; from < text.length;) {
      const to = endOfPiece(text, from + pieceLength)
      yield Buffer.from(text.slice(from, to))
      from = to
    }
}

/** Not between the two halves of a character. */
const endOfPiece = (text: string, at: number) => (at < text.length && text.codePointAt(at - 1)! > 0xffff ? at - 1 : at)

/** The result of `make`, made at the first call. */
export const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => (made ??= make())
}
