export { portalOfPerson } from './portals/store-places.ts'
