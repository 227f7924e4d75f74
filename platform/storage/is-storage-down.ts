import { S3Refusal, StorageUnavailableError } from './errors.ts'

/**
 * True if the object store does not answer, or refuses actions that it allowed at the start; its operator has to mend
 * that.
 */
export const isStorageDown = (error: unknown): boolean =>
  error instanceof StorageUnavailableError || error instanceof S3Refusal
