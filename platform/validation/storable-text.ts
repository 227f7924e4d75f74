/** A text as PostgreSQL's text and jsonb take it: NUL and halves of surrogate pairs, which both refuse, are replaced. */
export const storableText = (text: string): string =>
  isStorable(text) ? text : text.replaceAll('\0', '\uFFFD').toWellFormed()

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** A value of JSON with all its texts and names as PostgreSQL takes them. */
export const storableValue = <Value>(value: Value): Value => storable(value) as Value

const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(storable)
  if ('toJSON' in value && typeof value.toJSON === 'function') return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storableText(name), storable(part)]))
}

// Escapes of JSON.stringify that jsonb refuses; an escaped backslash before `u` only looks like them.
const escapes = /\\u(?:0000|d[89a-f])/

/** The text of a value as a `jsonb` parameter takes it. */
export const storableJson = (value: object): string => {
  const text = JSON.stringify(value)
  return escapes.test(text) ? JSON.stringify(storable(JSON.parse(text))) : text
}

/** A parameter of a statement, or a list of them, with all texts as PostgreSQL takes them. */
export const storableParameter = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value)
  return Array.isArray(value) ? value.map(storableParameter) : value
}
