export { connectionKeys, endingOf, readSigned, warnOfEnds, testConnection } from './keys.ts'
export { endingTokens, namedConnections, soleConnection, takenDeliveries } from './store.ts'
