export { lockMembers, memberKind } from './store.ts'
