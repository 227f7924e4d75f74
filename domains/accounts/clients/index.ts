export { portalOfPerson } from './portals/store-clients.ts'
