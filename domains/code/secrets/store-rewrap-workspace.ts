import type { Vault, WrappedKeys } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { statement } from '../../../platform/db/statement.ts'
import { workspaceDataKey, type WorkspaceDataKeyRow } from './tables.ts'

const counts = statement<Record<string, never>, { rootKeyId: string; count: number }>(
  'workspace-key.root-keys',
  'select root_key_id as "rootKeyId", count(*)::integer as count from workspace_data_key group by root_key_id',
)

interface Place {
  workspaceId: string
  version: number
}
const others = statement<{ current: string; limit: number }, Place>(
  'workspace-key.of-other-roots',
  `select workspace_id as "workspaceId", version from workspace_data_key
   where root_key_id <> :current order by workspace_id, version limit :limit`,
)

const lock = statement<{ version: number }, WorkspaceDataKeyRow>(
  'workspace-key.lock',
  `select ${workspaceDataKey.columns} from workspace_data_key
   where workspace_id = :workspace and version = :version for update`,
)

const update = statement<{ version: number; rootKeyId: string; wrapped: Buffer }>(
  'workspace-key.rewrap',
  `update workspace_data_key set root_key_id = :rootKeyId, wrapped = :wrapped
   where workspace_id = :workspace and version = :version`,
)

/** Data keys of workspaces themselves, as those of projects are wrapped anew. */
export const workspaceKeysOfRoots: WrappedKeys = {
  table: 'workspace_data_key',
  count: async (database) =>
    new Map((await database.identity((tx) => counts(tx))).map(({ rootKeyId, count }) => [rootKeyId, count])),
  rewrap: async (database, vault, limit) => {
    const current = vault.currentRootKeyId!
    const places = await database.identity((tx) => others(tx, { current, limit }))
    for (const place of places) await rewrapOne(database, vault, place)
    return places.length
  },
}

const rewrapOne = (database: Database, vault: Vault, { workspaceId, version }: Place) =>
  database.within(workspaceId, async (tx) => {
    const row = (await lock(tx, { version })).at(0)
    const anew = row && vault.rewrap({ workspaceId, projectId: undefined, version }, row)
    if (anew) await update(tx, { version, ...anew })
  })
