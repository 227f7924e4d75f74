export { openDiskStore } from './disk.ts'
export { isDiskFull, ObjectTooLargeError, StorageFullError } from './errors.ts'
export type { ObjectStore, OpenObject, StoredObject } from './objects.ts'
