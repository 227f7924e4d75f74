import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { SyncTarget } from './rules/configs.ts'
import { insertSync } from './store-configs.ts'

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
