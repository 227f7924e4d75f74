export { openSignIn, type SignInParts } from './parts.ts'
