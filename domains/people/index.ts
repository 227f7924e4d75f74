export { erasePeople } from './jobs/erase-people.ts'
export { removeOld } from './jobs/remove-old.ts'
