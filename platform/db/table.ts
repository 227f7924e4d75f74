interface Kinds {
  uuid: string
  text: string
  /** A word of a closed list: any enum type. */
  word: string
  bool: boolean
  int2: number
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

type ColumnKinds = Readonly<Record<string, Kind>>

/** A table: the fields of a row as its store reads it, and the select list with their names. */
export interface Table<Fields extends ColumnKinds, Unread extends ColumnKinds = ColumnKinds> {
  readonly name: string
  readonly fields: Fields
  readonly unread: Unread
  readonly columns: string
}

/** A row of a table; `Narrow` sets types for fields that hold a closed set of words or a known shape. */
export type RowOf<T, Narrow = object> =
  T extends Table<infer Fields> ? Omit<{ [Name in keyof Fields]: Value<Fields[Name]> }, keyof Narrow> & Narrow : never

/**
 * Declares the columns of a table by PostgreSQL's type names; `?` marks a column that may be null. `fields` are read
 * with a row; `unread` fields are only written, or read separately. A test holds both against the catalogue.
 */
export const table = <
  const Fields extends ColumnKinds,
  const Unread extends ColumnKinds = Readonly<Record<string, never>>,
>(
  name: string,
  fields: Fields,
  unread = {} as Unread,
): Table<Fields, Unread> => ({
  name,
  fields,
  unread,
  columns: Object.keys(fields)
    .map((field) => `${name}.${columnOf(field)} as "${field}"`)
    .join(', '),
})

/** The column behind a field: `costCapUsd` is `cost_cap_usd`. */
export const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A select of the row `:id` of the workspace. `lock` follows, as `for update`. */
export const selectById = ({ name, columns }: { readonly name: string; readonly columns: string }, lock = ''): string =>
  `select ${columns} from ${name} where workspace_id = :workspace and id = :id ${lock}`

/**
 * An insert of a row, with each column beside its value: `named` fields take the parameter of their own name, `given`
 * fields the SQL beside them. `rest` follows, as `on conflict …` or `returning …`.
 */
export const insertInto = <Fields extends ColumnKinds, Unread extends ColumnKinds>(
  { name }: Table<Fields, Unread>,
  named: readonly (string & (keyof Fields | keyof Unread))[],
  given?: Readonly<Partial<Record<keyof Fields | keyof Unread, string>>>,
  rest = '',
): string => {
  const values = [
    ...named.map((field) => [field, `:${field}`] as const),
    ...Object.entries<string | undefined>(given ?? {}),
  ]
  const columns = values.map(([field]) => columnOf(field))
  const sources = values.map(([, source]) => source)
  return `insert into ${name} (${columns.join(', ')}) values (${sources.join(', ')}) ${rest}`
}
