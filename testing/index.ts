export { createTestDatabase, databaseUrl, dropTestDatabase, migratedTemplate, startTestCluster } from './cluster.ts'
export type { TestCluster } from './cluster.ts'
export { testDatabase, type TestDatabase } from './database.ts'
