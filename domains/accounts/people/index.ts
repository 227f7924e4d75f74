export { enterWorkspace } from './me/enter-workspace.ts'
export { openSignIn, type SignInParts } from './sign-in/parts.ts'
