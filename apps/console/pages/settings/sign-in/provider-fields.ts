import type {
  getIdentityProvider,
  saveIdentityProvider,
} from '../../../../../domains/accounts/company-sign-in/contract/provider.ts'
import type { Static } from '../../../../../platform/contract/schema.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

/** The form of an identity provider: groups are lines, and `none` is no role. */
export type ProviderFields = ReturnType<typeof fieldsOf>

/** Providers that many companies have, with how their issuers look; only Entra leaves open whether addresses are verified. */
export const knownProviders: readonly Pick<ProviderFields, 'name' | 'issuer' | 'trustsAddresses'>[] = [
  { name: 'Okta', issuer: 'https://YOUR-COMPANY.okta.com', trustsAddresses: false },
  { name: 'Microsoft Entra', issuer: 'https://login.microsoftonline.com/YOUR-TENANT-ID/v2.0', trustsAddresses: true },
  { name: 'Google', issuer: 'https://accounts.google.com', trustsAddresses: false },
  { name: 'Keycloak', issuer: 'https://YOUR-SERVER/realms/YOUR-REALM', trustsAddresses: false },
]

type Provider = Reply<typeof getIdentityProvider>['provider']

const groupsWith = (provider: Provider, role: 'admin' | 'member') =>
  provider?.roles.flatMap((one) => (one.role === role ? [one.value] : [])).join('\n') ?? ''

/** The form as it begins: from the stored provider, or empty. */
export const fieldsOf = (provider: Provider) => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  roleClaim: provider?.roleClaim ?? '',
  admins: groupsWith(provider, 'admin'),
  members: groupsWith(provider, 'member'),
  defaultRole: provider ? (provider.defaultRole ?? ('none' as const)) : ('member' as const),
  trustsAddresses: provider?.trustsAddresses ?? false,
})

/** The provider that the form describes. Groups without a claim count for nothing. */
export const requestOf = (fields: ProviderFields): Static<(typeof saveIdentityProvider)['body']> => {
  const { name, issuer, clientId, clientSecret, admins, members, defaultRole, trustsAddresses } = fields
  const roleClaim = fields.roleClaim.trim() || null
  const rulesOf = (lines: string, role: 'admin' | 'member') =>
    [...new Set(lines.split('\n').map((line) => line.trim()))].filter(Boolean).map((value) => ({ value, role }))
  return {
    name: name.trim(),
    issuer: issuer.trim(),
    clientId: clientId.trim(),
    ...(clientSecret !== '' && { clientSecret }),
    roleClaim,
    roles: roleClaim === null ? [] : [...rulesOf(admins, 'admin'), ...rulesOf(members, 'member')],
    defaultRole: defaultRole === 'none' ? null : defaultRole,
    trustsAddresses,
  }
}
