import { ObjectMismatchError } from './errors.ts'
import type { StoredObject } from './objects.ts'

/** Whether two objects have the same bytes, by their sizes and hashes. */
export const isSame = (one: StoredObject, other: StoredObject): boolean =>
  one.sizeBytes === other.sizeBytes && one.sha256 === other.sha256

/** Throws an ObjectMismatchError if other bytes came than were declared; passes if none were declared. */
export const refuseOthers = (stored: StoredObject, expected: StoredObject | undefined): void => {
  if (expected && !isSame(stored, expected)) throw new ObjectMismatchError(stored)
}
