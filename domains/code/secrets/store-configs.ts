import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { SyncTarget } from './rules/configs.ts'
import { secretsConfig, secretsSync, type ConfigRow, type SyncRow } from './tables.ts'
import { v7 as uuidv7 } from 'uuid'

const { columns } = secretsConfig

/** The configs of a project, oldest first. */
export const configsOf = statement<{ projectId: string }, ConfigRow>(
  'secrets-config.all',
  `select ${columns} from secrets_config where project_id = :projectId order by created_at, id`,
)

export const lockConfig = rowStatement<{ projectId: string; id: string }, ConfigRow>(
  'secrets-config.lock',
  `select ${columns} from secrets_config where project_id = :projectId and id = :id for update`,
)

export const insertConfig = oneRowStatement<Omit<ConfigRow, 'workspaceId' | 'updatedAt'>, ConfigRow>(
  'secrets-config.insert',
  insertInto(
    secretsConfig,
    ['id', 'projectId', 'provider', 'label', 'envFilter', 'isActive', 'keyVersion', 'ciphertext', 'createdAt'],
    { workspaceId: ':workspace', updatedAt: ':createdAt' },
    `returning ${columns}`,
  ),
)

/** Writes a row that the transaction holds. */
export const updateConfig = oneRowStatement<
  Omit<ConfigRow, 'workspaceId' | 'projectId' | 'provider' | 'createdAt'>,
  ConfigRow
>(
  'secrets-config.update',
  `update secrets_config set label = :label, env_filter = :envFilter, is_active = :isActive, key_version = :keyVersion,
     ciphertext = :ciphertext, updated_at = :updatedAt where id = :id returning ${columns}`,
)

/** Removes a config; undefined if there was none. */
export const removeConfig = rowStatement<{ projectId: string; id: string }, { label: string }>(
  'secrets-config.delete',
  'delete from secrets_config where project_id = :projectId and id = :id returning label',
)

const insertSync = statement<Omit<SyncRow, 'workspaceId' | 'createdAt'>>(
  'secrets-sync.insert',
  insertInto(secretsSync, ['id', 'projectId', 'target', 'taskId', 'secretCount', 'outcome', 'error'], {
    workspaceId: ':workspace',
    createdAt: 'now()',
  }),
)

const page = statement<{ projectId: string; at: string; id: string; rows: number }, SyncRow>(
  'secrets-sync.page',
  `select ${secretsSync.columns} from secrets_sync where project_id = :projectId and (created_at, id) < (:at, :id)
   order by created_at desc, id desc limit :rows`,
)
export const syncPage = async (tx: Transaction, projectId: string, { at, id }: Cursor, limit: number) =>
  pageOf(await page(tx, { projectId, at, id, rows: limit + 1 }), limit)

interface SecretsSync {
  readonly projectId: string
  readonly target: SyncTarget
  /** The task whose run it was for; null if it was for none. */
  readonly taskId: string | null
  /** The number of moved secrets; 0 for a failed sync. */
  readonly count: number
  /** A sentence without any value, if it failed. */
  readonly error?: string | undefined
}

const errorMost = 500

/** Records that secrets were handed out of the vault, or that this failed. */
export const recordSecretsSync = (tx: Transaction, { projectId, target, taskId, count, error }: SecretsSync) =>
  insertSync(tx, {
    id: uuidv7(),
    projectId,
    target,
    taskId,
    secretCount: count,
    outcome: error === undefined ? 'success' : 'failure',
    error: error?.slice(0, errorMost) ?? null,
  })
