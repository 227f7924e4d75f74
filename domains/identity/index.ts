export { firstStart } from './first-start.ts'
export { updateOwnerFile } from './owner-file.ts'
export { workspaceIds } from './store.ts'
