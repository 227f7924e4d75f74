import type { Static } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { CompanySignIn, IdentityDomain } from './contract.ts'
import { proofOfDomain } from './rules.ts'
import { stoppingKeys } from './store-keys.ts'
import { domainsOf, findProvider } from './store.ts'
import type { DomainRow } from './tables.ts'

/** Where providers send browsers back: an address for each workspace, so that no provider answers for another. */
export const redirectUriOf = (origin: string, workspaceId: string): string => `${origin}/console/company/${workspaceId}`

export const presentDomain = (row: DomainRow): Static<typeof IdentityDomain> => {
  const { id, domain, verifiedAt, missingSince } = row
  const { name, text } = proofOfDomain(row)
  return { id, domain, recordName: name, recordText: text, verifiedAt, missingSince }
}

/** The company's sign-in, as administrators see it. The client's secret is not part of it. */
export const presentCompanySignIn = async (tx: Transaction, origin: string): Promise<Static<typeof CompanySignIn>> => {
  const [provider, domains, stopping] = await Promise.all([findProvider(tx), domainsOf(tx), stoppingKeys(tx)])
  return {
    provider: provider
      ? {
          name: provider.name,
          issuer: provider.issuer,
          clientId: provider.clientId,
          roleClaim: provider.roleClaim,
          roles: provider.roles,
          defaultRole: provider.defaultRole,
          trustsAddresses: provider.trustsAddresses,
          requiredAt: provider.requiredAt,
          hasEmergencyPasskey: provider.emergencyPasskeyId !== null,
        }
      : null,
    redirectUri: redirectUriOf(origin, tx.workspace!),
    domains: domains.map(presentDomain),
    stoppingKeys: stopping.map(({ userId, name, keys, stopAt }) => ({ userId, name, keys, stopAt })),
  }
}
