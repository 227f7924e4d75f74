import type { QueryResultRow } from 'pg'

/** One open transaction. Statements that are not awaited one by one are sent without waiting for each other. */
export interface Transaction {
  /** The workspace that row-level security lets through; undefined for identity and instance work. */
  readonly workspace: string | undefined
  query<Row extends QueryResultRow>(query: {
    readonly name?: string
    readonly text: string
    readonly values: readonly unknown[]
  }): Promise<{ readonly rows: Row[]; readonly rowCount: number }>
  /** The transaction's own time, in milliseconds; the same for as long as the transaction lives. */
  now(): Promise<Date>
  /** Runs `work` as the last statements before COMMIT, in the order of registration; its failure rolls back. */
  beforeCommit(work: () => Promise<void>): void
  /**
   * Sends the statements of `send` last, followed by COMMIT without waiting; a failed statement rolls back. They must
   * all be sent when `send` returns: a caller that waits for an answer in between misses the transaction.
   */
  withCommit(send: (now: Date) => readonly Promise<unknown>[]): void
  /** Runs `work` once the commit is certain: hints and wake-ups only, since a crash in between loses them. */
  afterCommit(work: () => void): void
}

/** The person who changes something, and when. */
export interface ChangedBy {
  readonly userId: string
  readonly now: Date
}

/** Runs work in a transaction, and returns its result. */
export type InTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
