import type { Database } from '../db/database.ts'
import type { Vault } from './vault.ts'

/** A table of data keys, each wrapped with a root key that its column `root_key_id` names. */
export interface WrappedKeys {
  readonly table: string
  /** How many data keys each root key wraps, over all workspaces. */
  count(database: Database): Promise<ReadonlyMap<string, number>>
  /**
   * Wraps at most `limit` data keys of other root keys with the vault's current one; returns their number, 0 at the
   * end.
   */
  rewrap(database: Database, vault: Vault, limit: number): Promise<number>
}
