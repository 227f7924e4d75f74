export type { ComponentType } from './component-types.ts'
export { isLockFile, typeOfLock } from './lock-names.ts'
export { isObject, listOf, type LockedPackage, textOf } from './locked-package.ts'
export { namesPackage, namesVersion } from './named-packages.ts'
