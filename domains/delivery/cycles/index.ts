export { alignRefs } from './align-refs.ts'
export { isLiveCycle } from './joins.ts'
export { findCycle } from './store.ts'
