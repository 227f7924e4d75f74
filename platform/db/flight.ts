import pg from 'pg'
import { bindTo, type Connection, type Parameter } from './bind.ts'
import { typeParsers } from './type-parsers.ts'

/** A statement on its way, whose parameters are as they are sent. */
export interface Sent {
  /** Statements of a name are prepared once for each connection. */
  readonly name?: string | undefined
  readonly text: string
  readonly values: readonly Parameter[]
  give(answer: Answer): void
  fail(error: Error): void
}

export interface Answer<Row extends pg.QueryResultRow = pg.QueryResultRow> {
  readonly rows: Row[]
  readonly rowCount: number
}

/** How the driver reads rows once their columns were described. */
interface Columns {
  addFields(fields: readonly object[]): void
  parseRow(row: readonly (string | null)[]): pg.QueryResultRow
}
const { Result } = pg as unknown as { Result: new (rowMode: undefined, types: pg.CustomTypesConfig) => Columns }

/** What a connection has prepared: by name the columns of its answer, or undefined until the first one is there. */
export type Prepared = Map<string, Columns | undefined>

const noColumns = new Result(undefined, typeParsers)

/**
 * Statements with one `Sync` behind them, given to the driver as one query. PostgreSQL answers them in their order and in
 * one go, and after an error skips the rest: decisions/0129. What was described once is not described again, since
 * PostgreSQL refuses a prepared statement whose columns have changed.
 * Source: PostgreSQL, Frontend/Backend Protocol, “Extended Query” and “Pipelining”.
 */
export class Flight extends pg.Query {
  readonly #sent: readonly Sent[]
  readonly #prepared: Prepared
  /** What was known of each when it was written: another flight may fail before its answer is there. */
  readonly #known: (Columns | undefined)[] = []
  #at = 0
  #columns: Columns | undefined
  #rows: pg.QueryResultRow[] = []
  #unread: Error | undefined

  constructor(sent: readonly Sent[], prepared: Prepared) {
    super('', () => undefined)
    this.#sent = sent
    this.#prepared = prepared
  }

  override submit = (connection: unknown): void => {
    const to = connection as Connection
    for (const one of this.#sent) this.#submitOne(one, to)
    to.sync()
  }

  #submitOne({ name, text, values }: Sent, to: Connection) {
    const isPrepared = name !== undefined && this.#prepared.has(name)
    if (!isPrepared) {
      // One that failed may be there or not.
      if (name !== undefined) to.close({ type: 'S', name })
      to.parse({ name: name ?? '', text })
      if (name !== undefined) this.#prepared.set(name, undefined)
    }
    bindTo(to, name ?? '', values)
    const columns = name === undefined ? undefined : this.#prepared.get(name)
    if (!columns) to.describe({ type: 'P' })
    this.#known.push(columns)
    to.execute()
  }

  handleRowDescription({ fields }: { readonly fields: readonly object[] }) {
    this.#columns = new Result(undefined, typeParsers)
    this.#columns.addFields(fields)
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }) {
    this.#columns ??= this.#known[this.#at]
    try {
      this.#rows.push(this.#columns!.parseRow(fields))
    } catch (error) {
      this.#unread = error as Error
    }
  }

  handleCommandComplete({ text }: { readonly text: string }) {
    const { name, give, fail } = this.#sent[this.#at]!
    if (name !== undefined && !this.#known[this.#at]) this.#prepared.set(name, this.#columns ?? noColumns)
    if (this.#unread) fail(this.#unread)
    else give({ rows: this.#rows, rowCount: Number(/\d+$/.exec(text)?.[0] ?? 0) })
    this.#next()
  }

  handleEmptyQuery() {
    this.#sent[this.#at]!.give({ rows: [], rowCount: 0 })
    this.#next()
  }

  #next() {
    this.#at += 1
    this.#columns = undefined
    this.#rows = []
    this.#unread = undefined
  }

  handleError(error: Error) {
    const failed = this.#sent.slice(this.#at)
    this.#at = this.#sent.length
    for (const { name } of failed) if (name !== undefined) this.#prepared.delete(name)
    for (const [at, { fail }] of failed.entries())
      fail(at === 0 || !(error instanceof pg.DatabaseError) ? error : new Skipped(error))
    this.#end()
  }

  handleReadyForQuery() {
    if (this.#at < this.#sent.length) this.handleError(new Error('PostgreSQL left out an answer'))
    else this.#end()
  }

  /** The driver waits for the call until it takes the connection for silent. */
  #end() {
    ;(this as unknown as { callback(): void }).callback()
  }
}

/** A statement behind one that failed, as PostgreSQL tells it of one that comes later. */
class Skipped extends Error {
  readonly code = '25P02'
  constructor(cause: Error) {
    super('current transaction is aborted, commands ignored until end of transaction block', { cause })
  }
}
