export { openDiskStore } from './disk.ts'
export { isDiskFull, ObjectMismatchError, ObjectTooLargeError, OffsetError, StorageFullError } from './errors.ts'
export type { AppendOptions, ObjectStore, OpenObject, PutOptions, StoredObject } from './objects.ts'
export { unlessAbsent } from './unless-absent.ts'
