export { portalOfPerson } from './store-clients.ts'
