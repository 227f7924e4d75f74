export type { Expiry } from './expiry.ts'
export { retention, type Kept } from './kinds.ts'
export { removeExpired } from './remove-expired.ts'
export { sweep } from './sweep.ts'
