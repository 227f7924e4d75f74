export { acceptChange, failingAcceptance } from './accept-change.ts'
export { acceptanceTestsKeptBy, acceptanceTestsOf, keepAcceptanceTests } from './store.ts'
