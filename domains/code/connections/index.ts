export { connectionKeys, endingOf, readSigned } from './keys.ts'
export { endingTokens, namedConnections, soleConnection, takenDeliveries } from './store.ts'
export { warnOfEnds } from './warn-of-ends.ts'
export { testConnection } from './test-connection.ts'
