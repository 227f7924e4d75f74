export { isSame } from './expected.ts'
export { isStorageDown } from './is-storage-down.ts'
export { openDiskStore } from './disk.ts'
export { measureFile, openMeasure } from './measure.ts'
export {
  diskFaultIn,
  isDiskFull,
  ObjectMismatchError,
  ObjectTooLargeError,
  OffsetError,
  StorageFullError,
  StorageUnavailableError,
  StoreFullError,
} from './errors.ts'
export type {
  AppendOptions,
  ObjectPart,
  ObjectRemover,
  ObjectStore,
  OpenObject,
  PutOptions,
  SignedHeaders,
  StoredObject,
} from './objects.ts'
export { removeSmallTree } from './small-tree.ts'
export { watchStorage } from './watch.ts'
export { undefinedIfAbsent } from './undefined-if-absent.ts'
