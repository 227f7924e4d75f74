import { table, type RowOf } from '../../../platform/db/table.ts'
import type { GivenRole, RoleRule } from './rules.ts'

export const identityProvider = table(
  'identity_provider',
  {
    id: 'uuid',
    name: 'text',
    issuer: 'text',
    clientId: 'text',
    keyVersion: 'int4',
    ciphertext: 'bytea',
    roleClaim: 'text?',
    roles: 'jsonb',
    defaultRole: 'text?',
    trustsAddresses: 'bool',
    requiredAt: 'timestamptz?',
    emergencyPasskeyId: 'uuid?',
  },
  { workspaceId: 'uuid', createdAt: 'timestamptz', updatedAt: 'timestamptz' },
)
export type ProviderRow = RowOf<typeof identityProvider, { roles: RoleRule[]; defaultRole: GivenRole | null }>

export const identityDomain = table(
  'identity_domain',
  {
    id: 'uuid',
    domain: 'text',
    token: 'text',
    verifiedAt: 'timestamptz?',
    checkedAt: 'timestamptz?',
    missingSince: 'timestamptz?',
  },
  { workspaceId: 'uuid', createdAt: 'timestamptz' },
)
export type DomainRow = RowOf<typeof identityDomain>

export const externalIdentity = table('external_identity', {
  workspaceId: 'uuid',
  issuer: 'text',
  subject: 'text',
  userId: 'uuid',
  createdAt: 'timestamptz',
})

/** Sign-ins with an emergency passkey that are not reported yet; a trigger of `session` notes them. */
export const emergencySignIn = table('emergency_sign_in', {
  workspaceId: 'uuid',
  sessionId: 'uuid',
  providerId: 'uuid',
  userId: 'uuid',
  createdAt: 'timestamptz',
})
