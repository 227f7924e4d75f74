import { sealedCredentials } from '../../code/secrets/index.ts'

/** The secrets of this server as a client of identity providers, by the provider's id. */
export const clientSecret = sealedCredentials('identity-provider')
