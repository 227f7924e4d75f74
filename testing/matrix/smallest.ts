interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
  readonly pattern?: string
  readonly format?: string
}

/** The smallest value that fits a schema: its first example if it has one, and nothing that may be left out. */
export const smallest = (schema: object, path = 'body'): unknown => {
  const { type, const: only, enum: words, anyOf, default: byDefault, examples, ...rest } = schema as Schema
  const given = [only, examples?.[0], byDefault, words?.[0]].find((value) => value !== undefined)
  if (given !== undefined) return given
  if (anyOf) return smallest(anyOf[0]!, path)
  const make = makers[type ?? 'object']
  if (!make) throw new Error(`${path} has the type ${type}: teach testing/matrix/smallest.ts to make one.`)
  return make(rest, path)
}

const makers: Readonly<Record<string, (schema: Schema, path: string) => unknown>> = {
  object: ({ properties = {}, required = [] }, path) =>
    Object.fromEntries(required.map((name) => [name, smallest(properties[name]!, `${path}.${name}`)])),
  array: ({ items, minItems = 0 }, path) =>
    Array.from({ length: minItems }, (_, at) => smallest(items!, `${path}[${at}]`)),
  string: ({ pattern, format, minLength = 0 }, path) => {
    const plain = 'x'.repeat(minLength)
    if (!format && (!pattern || new RegExp(pattern, 'u').test(plain))) return plain
    throw new Error(`Give ${path} an example in its contract: nobody can guess what fits it.`)
  },
  integer: ({ minimum = 0 }) => minimum,
  number: ({ minimum = 0 }) => minimum,
  boolean: () => false,
  null: () => null,
}
