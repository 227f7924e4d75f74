export type { Expiry } from './expiry.ts'
export { retention, type RetentionKind } from './kinds.ts'
export { removeExpired } from './remove-expired.ts'
export { sweep } from './sweep.ts'
