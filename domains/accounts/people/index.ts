export { firstStart } from './first-start/first-start.ts'
export { updateOwnerFile } from './first-start/owner-file.ts'
export { enterWorkspace } from './me/enter-workspace.ts'
export { openSignIn, type SignInParts } from './sign-in/parts.ts'
