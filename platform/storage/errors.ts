import type { StoredObject } from './objects.ts'

/** The disk or its quota is full, or it is read-only. The unfinished write is removed; other objects are unchanged. */
export class StorageFullError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    const message = isReadOnly(options?.cause)
      ? `The disk for ${what} is read-only. Make it writable, then try again.`
      : `There is no space left on the disk for ${what}. Free some space, then try again.`
    super(message, options)
    this.name = 'StorageFullError'
  }
}

const readOnlyCode = 'EROFS'
const readOnlyText = 'Read-only file system'

/** True if a system error, or a program's output, means that a disk is read-only. */
const isReadOnly = (cause: unknown): boolean =>
  typeof cause === 'string'
    ? cause.includes(readOnlyText)
    : (cause as { code?: unknown } | undefined)?.code === readOnlyCode

/** The error of a program that printed that a disk takes no more; undefined if it printed nothing of that kind. */
export const diskFaultIn = (stderr: string, what: string): StorageFullError | undefined =>
  isReadOnly(stderr) || /No space left on device|Disk quota exceeded/.test(stderr)
    ? new StorageFullError(what, { cause: stderr })
    : undefined

/** The object store has no space left, even if this machine's disk has. */
export class StoreFullError extends StorageFullError {}

/** Object store not responding, or not as it should. The unfinished write leaves nothing. */
export class StorageUnavailableError extends Error {
  constructor(options: { readonly cause: unknown }) {
    super('Object store not responding at the moment. Try again.', options)
    this.name = 'StorageUnavailableError'
  }
}

/** More bytes came than the caller allows. Nothing of them was kept. */
export class ObjectTooLargeError extends Error {
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`More than the allowed ${maxBytes} bytes were sent. Nothing was stored.`)
    this.name = 'ObjectTooLargeError'
    this.maxBytes = maxBytes
  }
}

/** Other bytes came than were declared. Nothing of them was kept. */
export class ObjectMismatchError extends Error {
  readonly received: StoredObject

  constructor(received: StoredObject) {
    super(`${received.sizeBytes} bytes with the SHA-256 ${received.sha256} were sent, which is not what was declared.`)
    this.name = 'ObjectMismatchError'
    this.received = received
  }
}

/** An upload is to continue at a different offset than its end, or another sender has taken it over. */
export class OffsetError extends Error {
  readonly arrivedBytes: number

  constructor(arrivedBytes: number) {
    super(`${arrivedBytes} bytes have arrived.`)
    this.name = 'OffsetError'
    this.arrivedBytes = arrivedBytes
  }
}

/** A refusal of an S3-compatible service, with its own code. Source: Amazon S3 API Reference, “Error responses”. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(`The object store answered ${status} ${code}.`)
    this.name = 'S3Refusal'
    this.status = status
    this.code = code
  }
}

// Codes of the system, and of PostgreSQL: 53100 is a full disk on the side of the database.
const fullCodes = ['ENOSPC', 'EDQUOT', readOnlyCode, '53100']

const causesMost = 8

/** True if a disk or quota is full or read-only, here or at the database, by the error or one of its causes. */
export const isDiskFull = (error: unknown, depth = 0): boolean =>
  error instanceof StorageFullError ||
  (error instanceof Error &&
    (('code' in error && fullCodes.includes(String(error.code))) ||
      (depth < causesMost && isDiskFull(error.cause, depth + 1))))

/** Whether two objects have the same bytes, by their sizes and hashes. */
export const isSameObject = (one: StoredObject, other: StoredObject): boolean =>
  one.sizeBytes === other.sizeBytes && one.sha256 === other.sha256

/** Throws an ObjectMismatchError if other bytes came than were declared; passes if none were declared. */
export const refuseOthers = (stored: StoredObject, expected: StoredObject | undefined): void => {
  if (expected && !isSameObject(stored, expected)) throw new ObjectMismatchError(stored)
}

/** True if the object store does not answer, or refuses actions that it allowed at the start: for its operator. */
export const isStorageDown = (error: unknown): boolean =>
  error instanceof StorageUnavailableError || error instanceof S3Refusal

/** For `catch` after a call to the file system: undefined if nothing exists at the path, any other error again. */
export const undefinedIfAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}
