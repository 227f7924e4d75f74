export { normalEmail } from './rules.ts'
export { firstStart } from './first-start.ts'
export { updateOwnerFile } from './owner-file.ts'
export { anyWorkspace, workspaceIds } from './store.ts'
