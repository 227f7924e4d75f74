export { acceptanceFiles, acceptanceTexts, acceptChange, failingAcceptance } from './accept-change.ts'
export { feedbackOf, goesBackOnce } from './feedback.ts'
export { acceptanceTestsKeptBy, acceptanceTestsOf, countAcceptanceTests, markAcceptanceTestsKept } from './store.ts'
