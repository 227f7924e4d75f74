import { signInWithPasskey } from '../contract.ts'
import type { SignInParts } from '../parts.ts'
import { passPlainly } from '../pass-plainly.ts'

export default (parts: SignInParts) => passPlainly(parts, signInWithPasskey)
