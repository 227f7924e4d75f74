export { openDiskStore } from './disk.ts'
export { isDiskFull, ObjectMismatchError, ObjectTooLargeError, StorageFullError } from './errors.ts'
export type { ObjectStore, OpenObject, PutOptions, StoredObject } from './objects.ts'
