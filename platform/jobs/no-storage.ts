import type { Transaction } from '../db/transaction.ts'
import type { Away } from './away.ts'
import type { Parts } from './parts.ts'
import { postponeJob } from './queue.ts'
import type { StepError } from './step.ts'

const full = 'storage_full'
const away = 'storage_unavailable'

const codes: Partial<Record<Away, string>> = { disk: full, bucket: away }

/**
 * The error of a step that met an outage, as it is stored: with a code if a check can tell whether the outage is over.
 */
export const awayError = (error: StepError, what: Away): StepError => ({
  ...error,
  ...(codes[what] && { code: codes[what] }),
})

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
  await postponeJob(tx, jobId, isOwnDisk ? 0 : parts.roomEveryMs)
}
