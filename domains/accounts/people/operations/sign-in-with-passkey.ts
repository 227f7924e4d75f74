import { signInWithPasskey } from '../contract/sign-in.ts'
import type { SignInParts } from '../sign-in/parts.ts'
import { passPlainly } from '../sign-in/pass-plainly.ts'

export default (parts: SignInParts) => passPlainly(parts, signInWithPasskey)
