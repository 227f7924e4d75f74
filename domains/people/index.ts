export { erasePeople } from './jobs/erase-people.ts'
