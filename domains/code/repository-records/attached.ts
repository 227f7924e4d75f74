import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  attach,
  change,
  claimPrimary,
  detach,
  detachHosted,
  shareLockPrimary,
  rise,
  setFullName,
  stepDown,
  type NewRepository,
} from './store-attached.ts'
import type { RepositoryKey } from './store-repositories.ts'

/** The new row, or undefined if a project of the workspace has that repository already. */
export const attachRepository = async (
  tx: Transaction,
  { primary: isPrimary, attached = true, ...added }: NewRepository,
) => (await attach(tx, { ...added, attached, primarySince: isPrimary ? added.now : null })).at(0)

/** The primary repository, which stays so until the transaction ends. */
export const shareLockPrimaryRepository = async (tx: Transaction, projectId: string) =>
  (await shareLockPrimary(tx, { projectId })).at(0)

/**
 * Waits for runs that are being begun, and keeps others out. Call it before locking the project's row: a beginning run
 * locks the primary repository first, and needs the project for its inserts.
 */
export const claimPrimaryRepository = (tx: Transaction, projectId: string) => claimPrimary(tx, { projectId })

/** Makes a repository the primary one. The one before stays listed, also the history that a project began with. */
export const makePrimary = async (tx: Transaction, named: RepositoryKey, now: Date) => {
  await stepDown(tx, { projectId: named.projectId })
  return (await rise(tx, { ...named, now })).at(0)
}

export const changeRepository = async (
  tx: Transaction,
  named: RepositoryKey,
  changes: { readonly branch: string | undefined; readonly label: string | null },
) => (await change(tx, { ...named, ...changes })).at(0)

export const detachRepository = async (tx: Transaction, named: RepositoryKey, now: Date) =>
  (await detach(tx, { ...named, now })).at(0)

/** Frees the repositories of a code host for other projects; the project's own one stays until it is purged. */
export const detachRepositories = (tx: Transaction, projectId: string, now: Date) =>
  detachHosted(tx, { projectId, now })

/**
 * Sets or removes the name that a code host has for a repository on Atelier's own host; undefined if another repository
 * of the workspace has that name.
 */
export const nameOnCodeHost = async (tx: Transaction, named: RepositoryKey, fullName: string | null) =>
  (await setFullName(tx, { ...named, fullName })).at(0)
