import { S3Refusal, StorageUnavailableError } from './errors.ts'

/** Whether the object store does not answer, or refuses what it allowed at the start: its operator mends that. */
export const isStorageDown = (error: unknown): boolean =>
  error instanceof StorageUnavailableError || error instanceof S3Refusal
