// The parsers of strangers’ texts: a server loads this module in a thread of its own.
export { findWeakening } from './test-changes/find-weakening.ts'
export type { Guard } from './test-changes/guards/guard.ts'
export { guardsAt, lineOfFunction } from './test-changes/guards/places.ts'
export { alterationsOf } from './accounts/alterations.ts'
export { namesToSeek, partsToTry, planParts, trialsOf } from './accounts/plan.ts'
export { scriptOf } from './accounts/trial-script.ts'
export { readReport, readTests } from './reports/read-report.ts'
export { type CoverageFault, judgeCoverage, type JudgedCoverage, type LeftCoverage } from './coverage/judge-coverage.ts'
