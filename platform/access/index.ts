export * from './caller.ts'
export { isRefused, levelOn, verdict } from './decide.ts'
export { newKey, openKeys, type Keys } from './keys.ts'
export { isInPath, reach, type ResourceKind, type ResourceKinds } from './resources.ts'
