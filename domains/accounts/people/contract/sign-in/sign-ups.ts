import { Type } from 'typebox'
import {
  conflict,
  namedObject,
  nameText,
  operation,
  recordedElsewhere,
  text,
  to,
} from '../../../../../platform/contract/index.ts'
import {
  ask,
  AuthUser,
  post,
  email,
  invalidEmail,
  invalidToken,
  newPassword,
  password,
  Status,
  unavailable,
} from './shapes.ts'

export const signUp = operation({
  ...post,
  path: '/v1/api/auth/sign-up/email',
  summary: 'Sign up. The answer is the same for an address that already has an account',
  reach: { page: '/sign-in' },
  access: to('public'),
  body: namedObject('SignUp', { name: nameText(200), email, password: newPassword }),
  replies: { 200: Status },
  errors: { unavailable, invalidEmail },
  audit: recordedElsewhere(),
})

export const sendVerificationEmail = operation({
  ...post,
  path: '/v1/api/auth/send-verification-email',
  summary: 'Request another verification link. The answer is the same for any address',
  reach: { page: '/sign-in' },
  access: to('public'),
  body: namedObject('SendVerificationEmail', { email }),
  replies: { 200: Status },
  errors: { unavailable, invalidEmail },
  audit: ask,
})

export const verifyEmail = operation({
  ...post,
  path: '/v1/api/auth/verify-email',
  summary:
    'Verify an address with the token of a link. Creates the account of a sign-up and signs in, or changes the address',
  reach: { page: '/sign-in' },
  access: to('public'),
  body: namedObject('VerifyEmail', {
    token: text(1, 2_000),
    password: Type.Optional(password),
    newPassword: Type.Optional(newPassword),
    name: Type.Optional(nameText(200)),
  }),
  replies: { 200: namedObject('VerifiedEmail', { status: Type.Boolean(), user: Type.Optional(AuthUser) }) },
  errors: {
    unavailable,
    invalidToken,
    passwordNeeded: {
      status: 403,
      code: 'password_needed',
      message: 'Send the password of the sign-up, or a new one: this browser did not sign up.',
    },
    wrong: {
      status: 400,
      code: 'invalid_password',
      message: 'This is not the password of the sign-up. Try again, or choose a new one.',
    },
    signInFirst: {
      status: 401,
      code: 'sign_in_first',
      message: 'Sign in as the person whose address is to change, then open the link again.',
    },
    taken: conflict({ code: 'email_taken', message: 'The address cannot be used. Choose another address.' }),
  },
  audit: recordedElsewhere('auth.email_verify', 'auth.email_change'),
  touches: ['person'],
})
