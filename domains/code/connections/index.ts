export { connectionKeys, endingOf, readSigned } from './keys.ts'
export { namedConnections, soleConnection, takenDeliveries } from './store.ts'
export { testConnection } from './test-connection.ts'
