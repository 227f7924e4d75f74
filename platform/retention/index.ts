export { type Expiry, sweep, removeExpired } from './sweep.ts'
export { retention, type RetentionKind } from './kinds.ts'
export { rowExpiry } from './store.ts'
