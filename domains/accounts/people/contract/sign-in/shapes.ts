import { Type } from 'typebox'
import { Id, maybe, namedObject, text, Time } from '../../../../../platform/contract/index.ts'

export const AuthUser = namedObject('AuthUser', {
  id: Id,
  name: Type.String(),
  email: Type.String({ examples: ['ada@example.com'] }),
  emailVerified: Type.Boolean(),
  image: maybe(Type.String()),
  createdAt: Time,
  updatedAt: Time,
})
export const AuthSession = namedObject('AuthSession', {
  id: Id,
  userId: Id,
  expiresAt: Time,
  createdAt: Time,
  updatedAt: Time,
})
export const Status = namedObject('AuthStatus', { status: Type.Boolean() })
export const SignedIn = namedObject('SignedIn', { user: AuthUser })
export const email = text(3, 320, { examples: ['ada@example.com'] })
export const newPassword = text(12, 128, { examples: ['correct horse battery'] })
export const password = text(1, 128)
export const ask = { none: 'It begins something, and changes nothing that a workspace knows of.' } as const
export const common = { workspace: 'none', effect: 'outside', bodyLimit: 65_536 } as const
/** A mutation of sign-in. It belongs to no workspace, so an idempotency key cannot replay it. */
export const post = { ...common, method: 'POST', replay: false } as const
export const person = { who: 'signed-in', session: true } as const
/** An operation of a signed-in person on their own account, which belongs to no workspace. */
export const ofOneself = { workspace: 'none', access: person } as const

export const unavailable = {
  status: 503,
  code: 'sign_in_unavailable',
  message: 'Sign-in is not possible: this server has no root key. Its operator has to set SECRETS_ENCRYPTION_KEY.',
} as const

export const invalidEmail = {
  status: 400,
  code: 'invalid_email',
  message: 'This is not a valid mail address. Write it as name@example.com.',
} as const
export const invalidToken = {
  status: 400,
  code: 'invalid_token',
  message: 'The link does not work: it has expired, was used, or a later message replaced it. Ask for a new one.',
} as const
