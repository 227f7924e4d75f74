import type { StoredObject } from './objects.ts'

/** The disk or its quota is full. The unfinished write is removed; other objects are unchanged. */
export class StorageFullError extends Error {
  constructor(what: string, options?: ErrorOptions) {
    super(`There is no space left on the disk for ${what}. Free some space, then try again.`, options)
    this.name = 'StorageFullError'
  }
}

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

/** An upload is to go on somewhere else than where it stopped, or another sender has taken it over. */
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
const fullCodes = ['ENOSPC', 'EDQUOT', '53100']

/** True if a disk or a quota is full: here, or on the side of the database. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof StorageFullError ||
  (error instanceof Error && 'code' in error && fullCodes.includes(String(error.code)))
