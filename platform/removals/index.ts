export { openRemovals, type Removals } from './removals.ts'
export { allUnder, announceObjects, cancelRemovals, removeLater, removeSoon, retainObjects } from './store.ts'
