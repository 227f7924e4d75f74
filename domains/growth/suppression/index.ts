export { normalAddress, normalDomain } from './entry.ts'
export { entryHash, findEntryHash } from './hash-key.ts'
export { suppressAddress } from './suppress-address.ts'
export { suppressedAmong } from './suppressed-among.ts'
