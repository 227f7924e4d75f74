import { sealedCredentials } from '../../code/secrets/index.ts'

/** The keys of a workspace, under the provider. */
export const providerKey = sealedCredentials('growth-provider')
