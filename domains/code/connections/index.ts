export { connectionKeys, endingOf, readSigned, warnOfEnds } from './keys.ts'
export { endingTokens, namedConnections, soleConnection, takenDeliveries } from './store.ts'
export { testConnection } from './test-connection.ts'
