export { acceptanceFiles, acceptChange, failingAcceptance } from './accept-change.ts'
export { acceptanceTestsKeptBy, acceptanceTestsOf, countAcceptanceTests, keepAcceptanceTests } from './store.ts'
