import type { Vault, WrappedKeys } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { statement } from '../../../platform/db/statement.ts'
import { dataKey, type DataKeyRow } from './tables.ts'

const counts = statement<Record<string, never>, { rootKeyId: string; count: number }>(
  'secret.root-keys',
  'select root_key_id as "rootKeyId", count(*)::integer as count from data_key group by root_key_id',
)

interface Place {
  workspaceId: string
  projectId: string
  version: number
}
const others = statement<{ current: string; limit: number }, Place>(
  'secret.keys-of-other-roots',
  `select workspace_id as "workspaceId", project_id as "projectId", version from data_key
   where root_key_id <> :current order by workspace_id, project_id, version limit :limit`,
)

const lock = statement<{ projectId: string; version: number }, DataKeyRow>(
  'secret.lock-key',
  `select ${dataKey.columns} from data_key where project_id = :projectId and version = :version for update`,
)

const update = statement<{ projectId: string; version: number; rootKeyId: string; wrapped: Buffer }>(
  'secret.rewrap-key',
  `update data_key set root_key_id = :rootKeyId, wrapped = :wrapped
   where project_id = :projectId and version = :version`,
)

/** Data keys of projects. Each is wrapped anew in a transaction of its own; its values stay as they are. */
export const projectKeys: WrappedKeys = {
  table: 'data_key',
  count: async (database) =>
    new Map((await database.identity((tx) => counts(tx))).map(({ rootKeyId, count }) => [rootKeyId, count])),
  rewrap: async (database, vault, limit) => {
    const current = vault.currentRootKeyId!
    const places = await database.identity((tx) => others(tx, { current, limit }))
    for (const place of places) await rewrapOne(database, vault, place)
    return places.length
  },
}

const rewrapOne = (database: Database, vault: Vault, { workspaceId, projectId, version }: Place) =>
  database.within(workspaceId, async (tx) => {
    // A project that was purged meanwhile has none.
    const row = (await lock(tx, { projectId, version })).at(0)
    const anew = row && vault.rewrap({ workspaceId, projectId, version }, row)
    if (anew) await update(tx, { projectId, version, ...anew })
  })

const withRootKeys = statement<Record<string, never>, { name: string }>(
  'secret.tables-with-root-keys',
  `select relname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
   where attname = 'root_key_id' and relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
)

/** The tables whose rows are wrapped with root keys, as the database has them. */
export const tablesWithRootKeys = async (tx: Transaction): Promise<string[]> =>
  (await withRootKeys(tx)).map(({ name }) => name)
