import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Principal } from './caller.ts'
import { hashOf, newSecret } from './keys.ts'
import {
  findTaskCredential,
  insertTaskCredential,
  isRunActive,
  removeCredentialsOf,
  removeEndedCredentials,
  type TaskRow,
} from './store.ts'

/** The task of a run's agent, and its person. */
export interface TaskWork {
  readonly runId: string
  readonly projectId: string
  readonly taskId: string
  /** The person on whose behalf the run works. */
  readonly userId: string
}

const lifetimeSecondsMost = 86_400

/**
 * Mints a credential in the workspace's transaction that starts the work, and returns its secret, which is stored only
 * as a hash. It is dead with its run, or after `lifetimeSeconds`, a day at most. Those that have expired go.
 */
export const mintTaskCredential = async (
  tx: Transaction,
  work: TaskWork,
  lifetimeSeconds: number = lifetimeSecondsMost,
): Promise<string> => {
  const secret = newSecret('att')
  await Promise.all([
    removeEndedCredentials(tx),
    insertTaskCredential(tx, {
      ...work,
      id: uuidv7(),
      secretHash: hashOf(secret),
      lifetimeSeconds: Math.min(lifetimeSeconds, lifetimeSecondsMost),
    }),
  ])
  return secret
}

/** Ends the credentials of a run before the run ends: the work that they were minted for is over. */
export const endTaskCredentials = (tx: Transaction, runId: string) => removeCredentialsOf(tx, { runId })

const form = /^att_[A-Za-z0-9_-]{43}$/

/** Checks the credentials that tasks of runs have. */
export const openTaskCredentials = (database: Database) => ({
  /** The principal behind a secret while its run is active, asked each time: nothing is remembered. */
  principal: async (secret: string): Promise<Principal | undefined> => {
    if (!form.test(secret)) return undefined
    const row = await database.identity((tx) => findTaskCredential(tx, { secretHash: hashOf(secret) }))
    if (!row) return undefined
    const isActive = await database.reading(row.workspaceId, (tx) => isRunActive(tx, { runId: row.runId }))
    return isActive ? principalOf(row) : undefined
  },
})

// It belongs to no person of the agency, so it does not see data that is only for the agency.
const principalOf = ({ id, workspaceId, runId, projectId, taskId, userId }: TaskRow): Principal => ({
  actor: { type: 'agent', id: runId },
  userId,
  person: undefined,
  workspaceId,
  membershipRole: 'client',
  role: 'client',
  bound: true,
  scopes: undefined,
  projectIds: [projectId],
  task: { id: taskId, projectId, runId },
  credentialId: id,
})
