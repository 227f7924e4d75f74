import type { QueryResultRow } from 'pg'
import { numberParameters, type NumberedSql } from './named-parameters.ts'
import { storableJson } from '../validation/storable-text.ts'
import type { Transaction } from './transaction.ts'

/** The parameters of a statement without any, and the columns of a statement without rows. */
export type NoValues = Readonly<Record<string, never>>

declare const isJson: unique symbol
/** JSON as text, on its way to a `jsonb` parameter. */
export type Json = string & { readonly [isJson]: true }

/** The text of a value for a `jsonb` parameter, with U+FFFD for what PostgreSQL refuses; an array too, which pg would send as an array of PostgreSQL. */
export const json = <Value extends object | null | undefined>(
  value: Value,
): Json | (Value extends object ? never : null) => (value ? storableJson(value) : null) as Json

/** A prepared statement: calling it runs it. See decisions/0001. */
type Prepared<Params, Result> = Params extends NoValues
  ? (tx: Transaction) => Promise<Result>
  : (tx: Transaction, params: Params) => Promise<Result>

const defined = new Map<string, string>()

/** Every statement that is defined in this process, by its name. */
export const statements = (): ReadonlyMap<string, NumberedSql> =>
  new Map([...defined].map(([name, text]) => [name, numberParameters(text)]))

/**
 * A prepared statement with a name of its own: one text, one plan, one place; calling it returns the rows. Parameters
 * stand as `:name` in the text; `:workspace` is the transaction's own and is not passed. Throws if another statement has
 * the name. A test prepares each statement and compares `Params` and `Row` with PostgreSQL's types.
 */
export const statement = <Params extends object = NoValues, Row extends QueryResultRow = NoValues>(
  name: string,
  text: string,
): Prepared<Params, Row[]> => prepared(name, text, (rows: Row[]) => rows)

/** As `statement`; calling it returns the first row, or undefined without rows. */
export const rowStatement = <Params extends object = NoValues, Row extends QueryResultRow = NoValues>(
  name: string,
  text: string,
): Prepared<Params, Row | undefined> => prepared(name, text, (rows: Row[]) => rows.at(0))

/** As `statement`, for texts that always return a row, such as an insert; calling it returns the first row. */
export const oneRowStatement = <Params extends object = NoValues, Row extends QueryResultRow = NoValues>(
  name: string,
  text: string,
): Prepared<Params, Row> => prepared(name, text, (rows: Row[]) => rows[0]!)

/** As `statement`; calling it returns true if PostgreSQL returns a row: an update or a delete needs `returning`. */
export const matchStatement = <Params extends object = NoValues, Row extends QueryResultRow = NoValues>(
  name: string,
  text: string,
): Prepared<Params, boolean> => prepared(name, text, (rows: Row[]) => rows.length > 0)

const prepared = <Params, Row extends QueryResultRow, Result>(
  name: string,
  text: string,
  resultOf: (rows: Row[]) => Result,
): Prepared<Params, Result> => {
  if (defined.has(name)) throw new Error(`Two statements are called ${name}`)
  defined.set(name, text)
  // Read at the first call: every start would wait for more than a thousand texts.
  let read: NumberedSql | undefined
  const run = async (tx: Transaction, params: Readonly<Record<string, unknown>> = {}) => {
    const { text: numbered, names } = (read ??= numberParameters(text))
    const values = names.map((parameter) => (parameter === 'workspace' ? workspaceOf(tx, name) : params[parameter]))
    return resultOf((await tx.query<Row>({ name, text: numbered, values })).rows)
  }
  return run as Prepared<Params, Result>
}

/**
 * Runs a text that is composed at the call, with parameters by name as in a statement. It is planned each time, with its
 * values: for a list whose filters differ from call to call. Parts of it are constants, never a caller's text.
 */
export const runComposed = async <Row extends QueryResultRow>(
  tx: Transaction,
  text: string,
  params: Readonly<Record<string, unknown>>,
): Promise<Row[]> => {
  const { text: numberedText, names } = numberParameters(text)
  const values = names.map((name) => (name === 'workspace' ? workspaceOf(tx, 'The statement') : params[name]))
  return (await tx.query<Row>({ text: numberedText, values })).rows
}

const workspaceOf = ({ workspace }: Transaction, name: string) => {
  if (workspace === undefined) throw new Error(`${name} needs a transaction within a workspace`)
  return workspace
}
