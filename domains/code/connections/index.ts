export { connectionKeys, endingOf, webhookSecretsAt } from './keys.ts'
export { namedConnections, soleConnection, takenDeliveries } from './store.ts'
export { testConnection } from './test-connection.ts'
