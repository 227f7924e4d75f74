import { type RowOf, table } from '../../../../platform/db/table.ts'

export const signUps = table(
  'sign_up',
  { id: 'uuid', emailNormal: 'text', email: 'text', name: 'text', password: 'text' },
  { linkExpiresAt: 'timestamptz', createdAt: 'timestamptz' },
)
export type SignUpRow = RowOf<typeof signUps>

export const account = table('account', {
  id: 'uuid',
  userId: 'uuid',
  providerId: 'text',
  accountId: 'text',
  password: 'text?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})

export const passkey = table('passkey', {
  id: 'uuid',
  userId: 'uuid',
  name: 'text?',
  publicKey: 'text',
  credentialId: 'text',
  counter: 'int8',
  deviceType: 'text',
  backedUp: 'bool',
  transports: 'text?',
  aaguid: 'text?',
  createdAt: 'timestamptz',
})

export const session = table('session', {
  id: 'uuid',
  userId: 'uuid',
  tokenHash: 'text',
  activeWorkspaceId: 'uuid?',
  ipAddress: 'text?',
  userAgent: 'text?',
  identityProviderId: 'uuid?',
  identityProviderAt: 'timestamptz?',
  passkeyId: 'uuid?',
  expiresAt: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})

export const person = table('users', {
  id: 'uuid',
  name: 'text',
  email: 'text',
  emailNormal: 'text',
  emailVerified: 'bool',
  image: 'text?',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})

export const verification = table('verification', {
  id: 'uuid',
  identifier: 'text',
  value: 'text',
  expiresAt: 'timestamptz',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
})

export const throttle = table(
  'throttle',
  {},
  { kind: 'text', slot: 'int4', failures: 'int4', nextAt: 'timestamptz', forgottenAt: 'timestamptz' },
)
