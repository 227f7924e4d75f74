import type { WrappedKeys } from '../crypto/index.ts'
import { statement } from '../db/statement.ts'
import { dataKeyScope } from './envelope.ts'

const counts = statement<Record<string, never>, { rootKeyId: string | null; count: number }>(
  'mail.root-keys',
  `select root_key_id as "rootKeyId", count(*)::integer as count from mail where root_key_id is not null
   group by root_key_id`,
)

const others = statement<
  { current: string; limit: number },
  { id: string; workspaceId: string | null; rootKeyId: string | null; wrapped: Buffer | null }
>(
  'mail.keys-of-other-roots',
  `select id, workspace_id as "workspaceId", root_key_id as "rootKeyId", wrapped from mail
   where root_key_id <> :current order by id limit :limit for update`,
)

const update = statement<{ id: string; rootKeyId: string; wrapped: Buffer }>(
  'mail.rewrap-key',
  'update mail set root_key_id = :rootKeyId, wrapped = :wrapped where id = :id',
)

/** Data keys of mail that waits: each message has its own. */
export const mailKeys: WrappedKeys = {
  table: 'mail',
  count: async (database) =>
    new Map((await database.identity((tx) => counts(tx))).map(({ rootKeyId, count }) => [rootKeyId!, count])),
  rewrap: (database, vault, limit) =>
    database.identity(async (tx) => {
      const rows = await others(tx, { current: vault.currentRootKeyId!, limit })
      for (const { id, workspaceId, rootKeyId, wrapped } of rows) {
        const anew = vault.rewrap(dataKeyScope(workspaceId), { rootKeyId: rootKeyId!, wrapped: wrapped! })
        if (anew) await update(tx, { id, ...anew })
      }
      return rows.length
    }),
}
