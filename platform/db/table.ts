interface Kinds {
  uuid: string
  text: string
  /** A word of a closed list: any enum type. */
  word: string
  bool: boolean
  int4: number
  int8: number
  numeric: string
  timestamptz: Date
  jsonb: unknown
  bytea: Buffer
  'uuid[]': string[]
  'text[]': string[]
}

type Kind = keyof Kinds | `${keyof Kinds}?`
type Value<K> = K extends `${infer Base extends keyof Kinds}?`
  ? Kinds[Base] | null
  : K extends keyof Kinds
    ? Kinds[K]
    : never

/** A table as its store reads it: the fields of a row, and the select list that gives them their names. */
export interface Table<Fields extends Readonly<Record<string, Kind>>> {
  readonly name: string
  readonly fields: Fields
  readonly columns: string
}

/** A row of a table; `Narrow` gives fields that hold a closed set of words or a known shape their own type. */
export type RowOf<T, Narrow = object> =
  T extends Table<infer Fields> ? Omit<{ [Name in keyof Fields]: Value<Fields[Name]> }, keyof Narrow> & Narrow : never

/**
 * Declares the fields that stores read of a table, by PostgreSQL's type names; `?` marks a column that may be null.
 * A test holds every declaration against the catalogue.
 */
export const table = <const Fields extends Readonly<Record<string, Kind>>>(
  name: string,
  fields: Fields,
): Table<Fields> => ({
  name,
  fields,
  columns: Object.keys(fields)
    .map((field) => `${name}.${columnOf(field)} as "${field}"`)
    .join(', '),
})

/** The column behind a field: `costCapUsd` is `cost_cap_usd`. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
