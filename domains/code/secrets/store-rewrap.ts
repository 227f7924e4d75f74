import type { Vault, WrappedKeys } from '../../../platform/crypto/index.ts'
import { rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { dataKey, workspaceDataKey, type DataKeyRow, type WorkspaceDataKeyRow } from './tables.ts'

interface OfWorkspace {
  workspaceId: string
  version: number
}
interface OfProject extends OfWorkspace {
  projectId: string
}

interface Keys<Place> {
  /** The places of keys that other root keys wrap. */
  others(tx: Transaction, choice: { current: string; limit: number }): Promise<readonly Place[]>
  /** Wraps one of the data keys again; undefined if it was purged. */
  rewrap(tx: Transaction, vault: Vault, place: Place): Promise<unknown>
}

/** The data keys of a table. Each is wrapped again in its own transaction; its values stay unchanged. */
const keysIn = <Place extends OfWorkspace>(
  table: 'data_key' | 'workspace_data_key',
  { others, rewrap }: Keys<Place>,
): WrappedKeys => {
  const counts = statement<NoValues, { rootKeyId: string; count: number }>(
    `secret.root-keys.${table}`,
    `select root_key_id as "rootKeyId", count(*)::integer as count from ${table} group by root_key_id`,
  )
  return {
    table,
    count: async (database) =>
      new Map((await database.identity((tx) => counts(tx))).map(({ rootKeyId, count }) => [rootKeyId, count])),
    rewrap: async (database, vault, limit) => {
      const places = await database.identity((tx) => others(tx, { current: vault.currentRootKeyId!, limit }))
      for (const place of places) await database.within(place.workspaceId, (tx) => rewrap(tx, vault, place))
      return places.length
    },
  }
}

const others = statement<{ current: string; limit: number }, OfProject>(
  'secret.keys-of-other-roots',
  `select workspace_id as "workspaceId", project_id as "projectId", version from data_key
   where root_key_id <> :current order by workspace_id, project_id, version limit :limit`,
)
const lock = rowStatement<{ projectId: string; version: number }, DataKeyRow>(
  'secret.lock-key',
  `select ${dataKey.columns} from data_key where project_id = :projectId and version = :version for update`,
)
const update = statement<{ projectId: string; version: number; rootKeyId: string; wrapped: Buffer }>(
  'secret.rewrap-key',
  `update data_key set root_key_id = :rootKeyId, wrapped = :wrapped
   where project_id = :projectId and version = :version`,
)
export const projectKeys = keysIn<OfProject>('data_key', {
  others,
  rewrap: async (tx, vault, { workspaceId, projectId, version }) => {
    const row = await lock(tx, { projectId, version })
    const rewrapped = row && vault.rewrap({ workspaceId, projectId, version }, row)
    if (rewrapped) await update(tx, { projectId, version, ...rewrapped })
  },
})

const othersOfWorkspaces = statement<{ current: string; limit: number }, OfWorkspace>(
  'secret.workspace-keys-of-other-roots',
  `select workspace_id as "workspaceId", version from workspace_data_key
   where root_key_id <> :current order by workspace_id, version limit :limit`,
)
const lockOfWorkspace = rowStatement<{ version: number }, WorkspaceDataKeyRow>(
  'secret.lock-workspace-key',
  `select ${workspaceDataKey.columns} from workspace_data_key
   where workspace_id = :workspace and version = :version for update`,
)
const updateOfWorkspace = statement<{ version: number; rootKeyId: string; wrapped: Buffer }>(
  'secret.rewrap-workspace-key',
  `update workspace_data_key set root_key_id = :rootKeyId, wrapped = :wrapped
   where workspace_id = :workspace and version = :version`,
)
/** Data keys of workspaces themselves. */
export const workspaceKeysOfRoots = keysIn<OfWorkspace>('workspace_data_key', {
  others: othersOfWorkspaces,
  rewrap: async (tx, vault, { workspaceId, version }) => {
    const row = await lockOfWorkspace(tx, { version })
    const rewrapped = row && vault.rewrap({ workspaceId, projectId: undefined, version }, row)
    if (rewrapped) await updateOfWorkspace(tx, { version, ...rewrapped })
  },
})

const withRootKeys = statement<NoValues, { name: string }>(
  'secret.tables-with-root-keys',
  `select relname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid
   where attname = 'root_key_id' and relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
)
/** The tables whose rows are wrapped with root keys, as the database has them. */
export const tablesWithRootKeys = async (tx: Transaction): Promise<string[]> =>
  (await withRootKeys(tx)).map(({ name }) => name)
