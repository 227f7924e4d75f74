import { sealedCredentials } from '../../code/secrets/index.ts'

/** The keys of a workspace, under the provider. */
export const webProviderKey = sealedCredentials('web-provider')
