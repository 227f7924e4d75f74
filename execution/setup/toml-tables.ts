import { parse } from 'smol-toml'

export type Table = Readonly<Record<string, unknown>>

/** The tables of a TOML file; empty if it is malformed. */
export const tomlIn = (text: string): Table => {
  try {
    return parse(text)
  } catch {
    return {}
  }
}

export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** A table of a TOML file; empty for any other value. */
export const tableOf = (value: unknown): Table => (isTable(value) ? value : {})

/** The tables of a list; none of any other value. */
export const tablesOf = (value: unknown): readonly Table[] => (Array.isArray(value) ? value.filter(isTable) : [])

/** A text; empty for any other value. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
