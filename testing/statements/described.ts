import type pg from 'pg'

/** PostgreSQL's description of a prepared statement: the types of its parameters, and its columns. */
export interface Described {
  readonly params: readonly number[]
  readonly columns: readonly Column[]
}

interface Column {
  readonly name: string
  readonly dataTypeID: number
  /** The table that the column is of, and its number there; 0 for an expression. */
  readonly tableID: number
  readonly columnID: number
}

interface Connection {
  parse(query: { name: string; text: string; types: readonly number[] }): void
  describe(of: { type: 'S'; name: string }): void
  sync(): void
  once(event: 'parameterDescription', listener: (message: { dataTypeIDs: number[] }) => void): void
}

/** Prepares a statement without running it. Rejects with PostgreSQL's own error. */
export const describe = (client: pg.Client, text: string): Promise<Described> =>
  new Promise((resolve, reject) => {
    let params: number[] = []
    let columns: Column[] = []
    const query = {
      submit: (connection: Connection) => {
        connection.once('parameterDescription', ({ dataTypeIDs }) => (params = dataTypeIDs))
        connection.parse({ name: '', text, types: [] })
        connection.describe({ type: 'S', name: '' })
        connection.sync()
      },
      handleRowDescription: ({ fields }: { fields: Column[] }) => (columns = fields),
      handleReadyForQuery: () => resolve({ params, columns }),
      handleError: reject,
    }
    client.query(query as unknown as pg.Submittable)
  })
