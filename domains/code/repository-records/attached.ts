import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  attach,
  change,
  claimPrimary,
  detach,
  detachHosted,
  rise,
  setFullName,
  shareLockPrimary,
  stepDown,
  type NewRepository,
} from './store-attached.ts'
import type { RepositoryKey } from './store-repositories.ts'

interface InProject {
  readonly projectId: string
}

/** The new row, or undefined if a project of the workspace has that repository already. */
export const attachRepository = (tx: Transaction, { primary: isPrimary, attached = true, ...added }: NewRepository) =>
  attach(tx, { ...added, attached, primarySince: isPrimary ? added.now : null })

/** The primary repository, which stays so until the transaction ends. */
export const shareLockPrimaryRepository = (tx: Transaction, of: InProject) => shareLockPrimary(tx, of)

/**
 * Waits for runs that are being begun, and keeps others out. Call it before locking the project's row: a beginning run
 * locks the primary repository first, and needs the project for its inserts.
 */
export const claimPrimaryRepository = (tx: Transaction, of: InProject) => claimPrimary(tx, of)

/** Makes a repository the primary one. The one before stays listed, also the history that a project began with. */
export const makePrimary = async (tx: Transaction, named: RepositoryKey, now: Date) => {
  await stepDown(tx, { projectId: named.projectId })
  return rise(tx, { ...named, now })
}

export const changeRepository = (
  tx: Transaction,
  changed: RepositoryKey & { branch: string | undefined; label: string | null },
) => change(tx, changed)

export const detachRepository = (tx: Transaction, detached: RepositoryKey & { now: Date }) => detach(tx, detached)

/** Frees the repositories of a code host for other projects; the project's own one stays until it is purged. */
export const detachRepositories = (tx: Transaction, detached: InProject & { now: Date }) => detachHosted(tx, detached)

/**
 * Sets or removes the name that a code host has for a repository on Atelier's own host; undefined if another repository
 * of the workspace has that name.
 */
export const nameOnCodeHost = (tx: Transaction, named: RepositoryKey & { fullName: string | null }) =>
  setFullName(tx, named)
