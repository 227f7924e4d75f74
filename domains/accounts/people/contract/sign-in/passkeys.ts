import { Type } from 'typebox'
import {
  Id,
  Time,
  anyObject,
  maybe,
  operation,
  namedObject,
  recordedElsewhere,
  nameText,
  to,
} from '../../../../../platform/contract/index.ts'
import { common, person, post, SignedIn, Status, unavailable } from './shapes.ts'

const AuthPasskey = namedObject('AuthPasskey', {
  id: Id,
  name: maybe(Type.String()),
  deviceType: Type.String(),
  backedUp: Type.Boolean(),
  createdAt: Time,
})
// Objects that WebAuthn defines, in the form of the browser.
const Options = anyObject({ title: 'WebAuthnOptions' })
const Credential = anyObject({ title: 'WebAuthnCredential' })

const passkeyName = nameText(200)

const noPasskey = {
  status: 401,
  code: 'passkey_refused',
  message: 'This passkey was not accepted. Try again, or sign in another way.',
} as const
const notFresh = {
  status: 403,
  code: 'session_not_fresh',
  message: 'You signed in more than a day ago. Sign in again to add a passkey.',
} as const
const passkeyAbsent = { status: 404, code: 'passkey_not_found', message: 'You have no such passkey.' } as const

export const beginPasskeyRegistration = operation({
  ...common,
  method: 'GET',
  path: '/v1/api/auth/passkey/generate-register-options',
  summary: 'Begin to add a passkey. Returns the options for navigator.credentials.create',
  reach: { page: '/settings/security' },
  access: person,
  replies: { 200: Options },
  errors: { unavailable, notFresh },
  audit: { refusals: 'passkey.begin' },
})

export const registerPasskey = operation({
  ...post,
  path: '/v1/api/auth/passkey/verify-registration',
  summary: 'Add a passkey',
  reach: { page: '/settings/security' },
  access: person,
  body: namedObject('RegisterPasskey', { response: Credential, name: Type.Optional(passkeyName) }),
  replies: { 200: AuthPasskey },
  errors: {
    unavailable,
    notFresh,
    refused: { ...noPasskey, status: 400, message: 'This passkey was not accepted. Try again.' },
  },
  audit: { ...recordedElsewhere('passkey.add'), refusals: 'passkey.add' },
  touches: ['passkey'],
})

export const beginPasskeySignIn = operation({
  ...common,
  method: 'GET',
  path: '/v1/api/auth/passkey/generate-authenticate-options',
  summary: 'Begin a passkey sign-in. Returns the options for navigator.credentials.get',
  reach: { page: '/sign-in' },
  access: to('public'),
  replies: { 200: Options },
  errors: { unavailable },
})

export const signInWithPasskey = operation({
  ...post,
  path: '/v1/api/auth/passkey/verify-authentication',
  summary: 'Sign in with a passkey',
  reach: { page: '/sign-in' },
  access: to('public'),
  body: namedObject('SignInWithPasskey', { response: Credential }),
  replies: { 200: SignedIn },
  errors: { unavailable, refused: noPasskey },
  audit: recordedElsewhere('auth.sign_in'),
})

export const listMyPasskeys = operation({
  ...common,
  method: 'GET',
  path: '/v1/api/auth/passkey/list-user-passkeys',
  summary: 'List your passkeys',
  reach: { page: '/settings/security' },
  access: person,
  replies: { 200: Type.Array(AuthPasskey) },
  errors: { unavailable },
  audit: { refusals: 'passkey.list' },
  reads: { passkey: 'all' },
})

export const renamePasskey = operation({
  ...post,
  path: '/v1/api/auth/passkey/update-passkey',
  summary: 'Rename one of your passkeys',
  reach: { page: '/settings/security' },
  access: person,
  body: namedObject('RenamePasskey', { id: Id, name: passkeyName }),
  replies: { 200: namedObject('RenamedPasskey', { passkey: AuthPasskey }) },
  errors: { unavailable, passkeyAbsent },
  audit: { ...recordedElsewhere('passkey.rename'), refusals: 'passkey.rename' },
  touches: ['passkey'],
})

export const removePasskey = operation({
  ...post,
  path: '/v1/api/auth/passkey/delete-passkey',
  summary: 'Remove one of your passkeys',
  reach: { page: '/settings/security' },
  access: person,
  body: namedObject('RemovePasskey', { id: Id }),
  replies: { 200: Status },
  errors: { unavailable, passkeyAbsent },
  audit: { ...recordedElsewhere('passkey.remove'), refusals: 'passkey.remove' },
  touches: ['passkey'],
})
