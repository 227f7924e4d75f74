import { Type } from 'typebox'
import {
  contract,
  maybe,
  nameText,
  operation,
  namedObject,
  recordedElsewhere,
  text,
  to,
} from '../../../../platform/contract/index.ts'
import * as passkeys from './sign-in/passkeys.ts'
import * as signUps from './sign-in/sign-ups.ts'
import {
  ask,
  AuthSession,
  AuthUser,
  common,
  post,
  email,
  invalidEmail,
  invalidToken,
  newPassword,
  password,
  person,
  SignedIn,
  Status,
  unavailable,
} from './sign-in/shapes.ts'

export * from './sign-in/passkeys.ts'
export * from './sign-in/sign-ups.ts'

export const signInWithPassword = operation({
  ...post,
  path: '/v1/api/auth/sign-in/email',
  summary: 'Sign in with address and password',
  reach: { page: '/sign-in' },
  access: to('public'),
  body: namedObject('SignInWithPassword', { email, password, rememberMe: Type.Optional(Type.Boolean()) }),
  replies: { 200: SignedIn },
  errors: {
    unavailable,
    wrong: { status: 401, code: 'invalid_credentials', message: 'The address or the password is wrong.' },
    emailNotVerified: {
      status: 403,
      code: 'email_not_verified',
      message: 'The address is not verified yet. A new link is in the mail: open it, then sign in.',
    },
  },
  audit: recordedElsewhere('auth.sign_in'),
})

export const signInWithStartLink = operation({
  ...post,
  path: '/v1/api/auth/sign-in/start-link',
  summary: 'Sign in as the first owner with the one-time link that the server printed at its start',
  reach: { page: '/sign-in' },
  access: to('public'),
  body: namedObject('SignInWithStartLink', { token: text(1, 200) }),
  replies: { 200: SignedIn },
  errors: {
    unavailable,
    wrong: {
      status: 401,
      code: 'start_link_refused',
      message:
        'The link was used, is older than 15 minutes, or belongs to an earlier start. Restart the server for a new one, or sign in with your password.',
    },
  },
  audit: recordedElsewhere('auth.sign_in'),
})

export const signOut = operation({
  ...post,
  path: '/v1/api/auth/sign-out',
  summary: 'End the session of this browser',
  reach: { page: '/sign-in' },
  access: to('public'),
  replies: { 200: namedObject('SignedOut', { success: Type.Boolean() }) },
  errors: { unavailable },
  audit: recordedElsewhere('auth.sign_out'),
})

export const getSession = operation({
  ...common,
  method: 'GET',
  path: '/v1/api/auth/get-session',
  summary: 'Read the session of this browser. Extends a session that is older than a day',
  reach: { page: '/sign-in' },
  access: to('public'),
  replies: { 200: namedObject('CurrentSession', { session: maybe(AuthSession), user: maybe(AuthUser) }) },
  errors: { unavailable },
})

export const requestPasswordReset = operation({
  ...post,
  path: '/v1/api/auth/request-password-reset',
  summary: 'Request a password reset link. The answer is the same for an address without an account',
  reach: { page: '/reset-password' },
  access: to('public'),
  body: namedObject('RequestPasswordReset', { email }),
  replies: { 200: Status },
  errors: { unavailable, invalidEmail },
  audit: ask,
})

export const resetPassword = operation({
  ...post,
  path: '/v1/api/auth/reset-password',
  summary: 'Reset your password with the token of a reset link. Ends all sessions and removes all passkeys',
  reach: { page: '/reset-password' },
  access: to('public'),
  body: namedObject('ResetPassword', { token: text(1, 200), newPassword }),
  replies: {
    200: namedObject('PasswordReset', {
      status: Type.Boolean(),
      passkeysRemoved: Type.Integer({ minimum: 0 }),
      apiKeysKept: Type.Integer({ minimum: 0 }),
    }),
  },
  errors: { unavailable, invalidToken },
  audit: recordedElsewhere('auth.password_reset'),
  touches: ['session'],
})

export const changePassword = operation({
  ...post,
  path: '/v1/api/auth/change-password',
  summary: 'Change your password. Ends your other sessions',
  reach: { page: '/settings/security' },
  access: person,
  body: namedObject('ChangePassword', { currentPassword: password, newPassword }),
  replies: { 200: Status },
  errors: {
    unavailable,
    wrong: { status: 400, code: 'invalid_password', message: 'The current password is wrong.' },
  },
  audit: { ...recordedElsewhere('auth.password_change'), refusals: 'auth.password_change' },
  touches: ['session'],
})

export const changeEmail = operation({
  ...post,
  path: '/v1/api/auth/change-email',
  summary: 'Request a change of your address. The link that confirms it goes to the new address',
  reach: { page: '/settings/security' },
  access: person,
  body: namedObject('ChangeEmail', { newEmail: email }),
  replies: { 200: Status },
  errors: {
    unavailable,
    invalidEmail,
    notFresh: {
      status: 403,
      code: 'session_not_fresh',
      message: 'You signed in more than 15 minutes ago. Sign in again to change your address.',
    },
  },
  audit: { ...ask, refusals: 'auth.email_change' },
})

export const updateMyName = operation({
  ...post,
  path: '/v1/api/auth/update-user',
  summary: 'Change your name',
  reach: { page: '/settings/you' },
  access: person,
  body: namedObject('UpdateMyName', { name: nameText(200) }),
  replies: { 200: Status },
  errors: { unavailable },
  audit: { ...recordedElsewhere('user.update'), refusals: 'user.update' },
  touches: ['person'],
})

export const signIn = contract({
  signInWithPassword,
  signInWithStartLink,
  signOut,
  getSession,
  requestPasswordReset,
  resetPassword,
  changePassword,
  changeEmail,
  updateMyName,
  ...signUps,
  ...passkeys,
})
