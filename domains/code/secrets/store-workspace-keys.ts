import type { WrappedKey } from '../../../platform/crypto/index.ts'
import { statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { workspaceDataKey, type WorkspaceDataKeyRow } from './tables.ts'

/** All versions of the workspace's own data key, oldest first. */
export const workspaceKeys = statement<NoValues, WorkspaceDataKeyRow>(
  'secret.workspace-keys',
  `select ${workspaceDataKey.columns} from workspace_data_key where workspace_id = :workspace order by version`,
)

const insert = statement<{ version: number; rootKeyId: string; wrapped: Buffer }, { version: number }>(
  'secret.insert-workspace-key',
  insertInto(
    workspaceDataKey,
    ['version', 'rootKeyId', 'wrapped'],
    { workspaceId: ':workspace', createdAt: 'now()' },
    'on conflict (workspace_id, version) do nothing returning version',
  ),
)
/** Inserts a key of the workspace; true if this transaction made it. */
export const insertWorkspaceKey = async (tx: Transaction, version: number, { rootKeyId, wrapped }: WrappedKey) =>
  (await insert(tx, { version, rootKeyId, wrapped })).length > 0
