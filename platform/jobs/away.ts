import { VaultUnavailable } from '../crypto/index.ts'
import { isBusy, isDatabaseAway, isUnavailable } from '../db/unavailable.ts'
import { isDiskFull, isStorageDown } from '../storage/index.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Parts } from './parts.ts'
import { postponeJob } from './queue.ts'
import type { StepError } from './step.ts'

/** The part that is away: `busy` the database, `names` the name server, `keys` the root key, `peer` others' server. */
export type Away = 'disk' | 'bucket' | 'database' | 'names' | 'busy' | 'keys' | 'peer'

// EAI_AGAIN is of the system's own look-up, the others of questions to a name server, each without an answer.
const namesSilent = ['EAI_AGAIN', 'ESERVFAIL', 'ETIMEOUT', 'EREFUSED']
const causesMost = 8

/**
 * Returns which outside service is away, if an error means that, and not that the work itself is impossible; used for
 * steps and for messages from outside. An error that others wrapped is looked for among its causes.
 */
export const whatIsAway = (error: unknown): Away | undefined => {
  let cause = error
  for (let depth = 0; depth < causesMost && cause instanceof Error; depth += 1) {
    const away = awayBy(cause)
    if (away) return away
    cause = cause.cause
  }
  return undefined
}

const awayBy = (error: Error): Away | undefined => {
  if (isDiskFull(error)) return 'disk'
  if (isStorageDown(error)) return 'bucket'
  if (isDatabaseAway(error)) return 'database'
  if (isBusy(error)) return 'busy'
  if (error instanceof VaultUnavailable) return 'keys'
  if (namesSilent.includes((error as NodeJS.ErrnoException).code ?? '')) return 'names'
  return isUnavailable(error) ? 'peer' : undefined
}

const full = 'storage_full'
const away = 'storage_unavailable'

const codes: Partial<Record<Away, string>> = { disk: full, bucket: away }

/** The error of a step that met an outage, as it is stored: with a code if a check can tell whether the outage is over. */
export const awayError = (error: StepError, what: Away): StepError =>
  codes[what] ? { ...error, code: codes[what] } : error

/** The reason of a step with a sandbox that does not begin: the disk of its machine is full or read-only. */
export const noRoom: StepError = {
  name: 'StorageFullError',
  message: 'The disk takes no more files. Free some space or make it writable; the step goes on by itself then.',
  code: full,
}

/** True if a step still waits for room on the disk, or for the object store. */
export const isStorageMissing = async (
  { hasRoom, storageAnswers }: Pick<Parts, 'hasRoom' | 'storageAnswers'>,
  error: StepError,
): Promise<boolean> => {
  if (error.code === full) return !(await hasRoom())
  return error.code === away && !(await storageAnswers())
}

/** Puts the job of such a step off. If only this machine's disk has no room, another machine takes it at once. */
export const putOff = async (parts: Parts, tx: Transaction, jobId: string, error: StepError): Promise<void> => {
  const isOwnDisk = error.code === full && !(await parts.hasRoom())
  if (isOwnDisk) parts.left.add(jobId)
  await postponeJob(tx, { id: jobId, delayMs: isOwnDisk ? 0 : parts.roomEveryMs })
}
