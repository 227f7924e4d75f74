import { beginPasskeyRegistration } from '../contract/sign-in.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { forwardToLibrary } from '../sign-in/forward-to-library.ts'

export default (parts: SignInParts) => forwardToLibrary(parts, beginPasskeyRegistration)
