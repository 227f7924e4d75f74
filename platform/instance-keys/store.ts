import type { WrappedKeys } from '../crypto/index.ts'
import { rowStatement, statement, type NoValues } from '../db/statement.ts'
import { insertInto } from '../db/table.ts'
import { instanceKey, type InstanceKeyRow } from './tables.ts'

/** The key of this name, still wrapped. */
export const findInstanceKey = rowStatement<{ name: string }, InstanceKeyRow>(
  'instance-key.find',
  `select ${instanceKey.columns} from instance_key where name = :name`,
)

/** Inserts the key unless a key exists, so that machines that start together share it. */
export const insertInstanceKey = statement<InstanceKeyRow>(
  'instance-key.insert',
  insertInto(instanceKey, ['name', 'rootKeyId', 'wrapped', 'sealed'], undefined, 'on conflict do nothing'),
)

/** Replaces the key that was read as `former`; does nothing if another machine was faster. */
export const replaceInstanceKey = statement<InstanceKeyRow & { former: Buffer }>(
  'instance-key.replace',
  `update instance_key set root_key_id = :rootKeyId, wrapped = :wrapped, sealed = :sealed
   where name = :name and sealed = :former`,
)

const counts = statement<NoValues, { rootKeyId: string; count: number }>(
  'instance-key.root-keys',
  'select root_key_id as "rootKeyId", count(*)::integer as count from instance_key group by root_key_id',
)
const others = statement<{ current: string; limit: number }, InstanceKeyRow>(
  'instance-key.keys-of-other-roots',
  `select ${instanceKey.columns} from instance_key where root_key_id <> :current order by name limit :limit for update`,
)
const rewrap = statement<{ name: string; rootKeyId: string; wrapped: Buffer }>(
  'instance-key.rewrap',
  'update instance_key set root_key_id = :rootKeyId, wrapped = :wrapped where name = :name',
)

/** The vault's name for the data keys of these rows. */
export const dataKeyScope = { workspaceId: 'none', projectId: 'instance', version: 1 }

/** Data keys of the keys of the instance: each has its own. */
export const instanceKeys: WrappedKeys = {
  table: 'instance_key',
  count: async (database) =>
    new Map((await database.identity((tx) => counts(tx))).map(({ rootKeyId, count }) => [rootKeyId, count])),
  rewrap: (database, vault, limit) =>
    database.identity(async (tx) => {
      const rows = await others(tx, { current: vault.currentRootKeyId!, limit })
      for (const { name, rootKeyId, wrapped } of rows) {
        const anew = vault.rewrap(dataKeyScope, { rootKeyId, wrapped })
        if (anew) await rewrap(tx, { name, ...anew })
      }
      return rows.length
    }),
}
