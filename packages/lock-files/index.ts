export { type ComponentType, isObject, listOf, type LockedPackage, textOf } from './locked-package.ts'
export { isLockFile, typeOfLock } from './lock-names.ts'
export { namesPackage, namesVersion } from './named-moves.ts'
