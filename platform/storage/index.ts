export {
  isSameObject,
  diskFaultIn,
  isDiskFull,
  ObjectMismatchError,
  ObjectTooLargeError,
  OffsetError,
  StorageFullError,
  StorageUnavailableError,
  StoreFullError,
  isStorageDown,
  undefinedIfAbsent,
} from './errors.ts'
export { openDiskStore } from './disk.ts'
export { measureFile, openMeasure } from './measure.ts'
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
