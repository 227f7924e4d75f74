interface Schema {
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly examples?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly minimum?: number
  readonly format?: string
}

const formats: Readonly<Record<string, string>> = {
  uuid: '01890000-0000-7000-8000-000000000000',
  date: '2026-12-10',
  'date-time': '2026-12-10T00:00:00.000Z',
  uri: 'http://127.0.0.1/',
}

/** A value of a schema with all its properties, and one element in each list. */
export const fullest = (schema: object): unknown => {
  const { type, const: only, enum: words, anyOf, examples, properties, items, minimum = 0, format } = schema as Schema
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, fullest(part)] as const))
  if (items) return [fullest(items)]
  const given = [only, examples?.[0], words?.[0]].find((value) => value !== undefined)
  if (given !== undefined) return given
  if (anyOf) return fullest(anyOf.find((part) => part.type !== 'null') ?? {})
  if (type === 'integer' || type === 'number') return minimum
  if (type === 'boolean') return false
  if (type === 'string') return formats[format ?? ''] ?? 'text'
  return type === 'object' ? {} : null
}
