// The parsers of strangers’ texts: a server loads this module in a thread of its own.
export { type ChangedOrigin, changedOrigins } from './changed-origins.ts'
export { type LockReading, passedOverSince, readLock } from './lock-readers.ts'
export { movesNamedPackages } from './named-moves.ts'
