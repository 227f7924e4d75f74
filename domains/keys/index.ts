export { apiKeyKind } from './store.ts'
