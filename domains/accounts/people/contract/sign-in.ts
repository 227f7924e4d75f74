import { Type } from 'typebox'
import {
  maybe,
  operation,
  record,
  recordedElsewhere,
  text,
  to,
  type Operation,
} from '../../../../platform/contract/index.ts'
import * as passkeys from './sign-in/passkeys.ts'
import {
  ask,
  AuthSession,
  AuthUser,
  common,
  email,
  newPassword,
  password,
  person,
  SignedIn,
  Status,
  unavailable,
} from './sign-in/shapes.ts'

export * from './sign-in/passkeys.ts'

const invalidEmail = {
  status: 400,
  code: 'invalid_email',
  message: 'This is not a mail address that an account can have. Write it as name@example.com.',
} as const
const invalidToken = {
  status: 400,
  code: 'invalid_token',
  message: 'The link is not valid: it has expired, was used before, or was not made here. Ask for a new one.',
} as const
export const signUp = operation({
  ...common,
  id: 'signUp',
  method: 'POST',
  path: '/v1/api/auth/sign-up/email',
  summary: 'Ask for an account; the answer is the same for an address that has one',
  access: to('public'),
  body: record('SignUp', { name: text(1, 200), email, password: newPassword }),
  replies: { 200: Status },
  errors: { unavailable, invalidEmail },
  audit: recordedElsewhere(),
  replay: false,
})

export const signInWithPassword = operation({
  ...common,
  id: 'signInWithPassword',
  method: 'POST',
  path: '/v1/api/auth/sign-in/email',
  summary: 'Sign in by address and password',
  access: to('public'),
  body: record('SignInWithPassword', { email, password, rememberMe: Type.Optional(Type.Boolean()) }),
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
  replay: false,
})

export const signOut = operation({
  ...common,
  id: 'signOut',
  method: 'POST',
  path: '/v1/api/auth/sign-out',
  summary: 'End the session of this browser',
  access: to('public'),
  replies: { 200: record('SignedOut', { success: Type.Boolean() }) },
  errors: { unavailable },
  audit: recordedElsewhere('auth.sign_out'),
  replay: false,
})

export const getSession = operation({
  ...common,
  id: 'getSession',
  method: 'GET',
  path: '/v1/api/auth/get-session',
  summary: 'Read the session of this browser, and prolong it when it is a day old',
  access: to('public'),
  replies: { 200: record('CurrentSession', { session: maybe(AuthSession), user: maybe(AuthUser) }) },
  errors: { unavailable },
})

export const requestPasswordReset = operation({
  ...common,
  id: 'requestPasswordReset',
  method: 'POST',
  path: '/v1/api/auth/request-password-reset',
  summary: 'Ask for a link to choose a new password; the answer is the same for an address without an account',
  access: to('public'),
  body: record('RequestPasswordReset', { email }),
  replies: { 200: Status },
  errors: { unavailable, invalidEmail },
  audit: ask,
  replay: false,
})

export const resetPassword = operation({
  ...common,
  id: 'resetPassword',
  method: 'POST',
  path: '/v1/api/auth/reset-password',
  summary: 'Choose a new password with the token of a link, once; every session of the person ends',
  access: to('public'),
  body: record('ResetPassword', { token: text(1, 200), newPassword }),
  replies: { 200: Status },
  errors: { unavailable, invalidToken },
  audit: recordedElsewhere('auth.password_reset'),
  replay: false,
})

export const sendVerificationEmail = operation({
  ...common,
  id: 'sendVerificationEmail',
  method: 'POST',
  path: '/v1/api/auth/send-verification-email',
  summary: 'Ask for another link that verifies an address; the answer is the same for any address',
  access: to('public'),
  body: record('SendVerificationEmail', { email }),
  replies: { 200: Status },
  errors: { unavailable, invalidEmail },
  audit: ask,
  replay: false,
})

export const verifyEmail = operation({
  ...common,
  id: 'verifyEmail',
  method: 'GET',
  path: '/v1/api/auth/verify-email',
  summary: 'Verify an address, or change to it, with the token of a link; a change needs the session of its person',
  access: to('public'),
  query: Type.Object({ token: text(1, 2_000) }),
  replies: { 200: Status },
  errors: {
    unavailable,
    invalidToken,
    signInFirst: {
      status: 401,
      code: 'sign_in_first',
      message: 'Sign in as the person whose address is to change, then open the link again.',
    },
    taken: { status: 409, code: 'email_taken', message: 'The address cannot be used. Choose another one.' },
  },
  audit: recordedElsewhere('auth.email_verify', 'auth.email_change'),
})

export const changePassword = operation({
  ...common,
  id: 'changePassword',
  method: 'POST',
  path: '/v1/api/auth/change-password',
  summary: 'Change your own password; your other sessions end',
  access: person,
  body: record('ChangePassword', { currentPassword: password, newPassword }),
  replies: { 200: Status },
  errors: {
    unavailable,
    wrong: { status: 400, code: 'invalid_password', message: 'The current password is wrong.' },
  },
  audit: recordedElsewhere('auth.password_change'),
  replay: false,
})

export const changeEmail = operation({
  ...common,
  id: 'changeEmail',
  method: 'POST',
  path: '/v1/api/auth/change-email',
  summary: 'Ask for a link, sent to the new address, that changes to it',
  access: person,
  body: record('ChangeEmail', { newEmail: email }),
  replies: { 200: Status },
  errors: {
    unavailable,
    invalidEmail,
    notFresh: {
      status: 403,
      code: 'session_not_fresh',
      message: 'You signed in more than a quarter of an hour ago. Sign in again to change your address.',
    },
  },
  audit: ask,
  replay: false,
})

export const updateMyName = operation({
  ...common,
  id: 'updateMyName',
  method: 'POST',
  path: '/v1/api/auth/update-user',
  summary: 'Change your own name',
  access: person,
  body: record('UpdateMyName', { name: text(1, 200) }),
  replies: { 200: Status },
  errors: { unavailable },
  audit: recordedElsewhere('user.update'),
  replay: false,
})

export const signIn = {
  signUp,
  signInWithPassword,
  signOut,
  getSession,
  requestPasswordReset,
  resetPassword,
  sendVerificationEmail,
  verifyEmail,
  changePassword,
  changeEmail,
  updateMyName,
  ...passkeys,
} as const satisfies Record<string, Operation>
