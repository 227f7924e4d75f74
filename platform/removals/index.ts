export { openRemovals, type Removals } from './removals.ts'
export { allUnder, announceObjects, keepObjects, removeLater, removeSoon, retainObjects } from './store.ts'
