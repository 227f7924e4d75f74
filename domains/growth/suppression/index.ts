export { normalAddress, normalDomain } from './entry.ts'
export { suppressedAmong } from './suppressed-among.ts'
