export { firstStart } from './first-start.ts'
export { updateOwnerFile } from './owner-file.ts'
export { enterWorkspace } from './enter-workspace.ts'
export { openSignIn, type SignInParts } from './sign-in/parts.ts'
