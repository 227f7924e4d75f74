import type { ProviderClient } from '../../../execution/identity-providers/index.ts'
import { clientSecret } from './client-secret.ts'
import type { CompanyParts } from './parts.ts'
import { redirectUriOf } from './present.ts'
import type { PlacedProvider } from './store-identities.ts'

/** This server as the client of a provider, with its secret. Throws as `SealedCredentials.open`. */
export const clientOf = async (
  { database, vault, signIn }: CompanyParts,
  provider: PlacedProvider,
): Promise<ProviderClient> => ({
  issuer: provider.issuer,
  clientId: provider.clientId,
  roleClaim: provider.roleClaim,
  redirectUri: redirectUriOf(signIn.origin(), provider.workspaceId),
  clientSecret: await database.reading(provider.workspaceId, (tx) =>
    clientSecret.open(tx, vault, provider.id, provider),
  ),
})
