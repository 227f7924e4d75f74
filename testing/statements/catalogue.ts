import type pg from 'pg'

export interface Catalogue {
  /** The name of a type by its number; `word` for any enum. */
  readonly types: ReadonlyMap<number, string>
  /** Columns that may be null, as `table.column` by their numbers. */
  readonly optional: ReadonlySet<string>
}

export const catalogueOf = async (client: pg.Client): Promise<Catalogue> => {
  const types = await client.query<{ oid: number; name: string }>(
    `select oid, case when typtype = 'e' then 'word' else typname end as name from pg_type`,
  )
  const optional = await client.query<{ at: string }>(
    `select attrelid || '.' || attnum as at from pg_attribute where attnum > 0 and not attnotnull`,
  )
  return {
    types: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    optional: new Set(optional.rows.map(({ at }) => at)),
  }
}
