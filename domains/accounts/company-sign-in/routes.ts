import { openIdentityClient } from '../../../execution/identity-providers/index.ts'
import addIdentityDomain from './operations/add-identity-domain.ts'
import beginCompanySignIn from './operations/begin-company-sign-in.ts'
import finishCompanySignIn from './operations/finish-company-sign-in.ts'
import getIdentityProvider from './operations/get-identity-provider.ts'
import listMyIdentities from './operations/list-my-identities.ts'
import removeIdentityDomain from './operations/remove-identity-domain.ts'
import removeIdentityProvider from './operations/remove-identity-provider.ts'
import requireCompanySignIn from './operations/require-company-sign-in.ts'
import saveIdentityProvider from './operations/save-identity-provider.ts'
import unlinkMyIdentity from './operations/unlink-my-identity.ts'
import verifyIdentityDomain from './operations/verify-identity-domain.ts'
import type { GivenParts } from './parts.ts'

export default (given: GivenParts) => {
  const parts = { ...given, identityClient: openIdentityClient(given.fetcher) }
  return {
    getIdentityProvider: getIdentityProvider(parts),
    saveIdentityProvider: saveIdentityProvider(parts),
    requireCompanySignIn: requireCompanySignIn(parts),
    removeIdentityProvider,
    addIdentityDomain,
    verifyIdentityDomain: verifyIdentityDomain(parts),
    removeIdentityDomain,
    beginCompanySignIn: beginCompanySignIn(parts),
    finishCompanySignIn: finishCompanySignIn(parts),
    listMyIdentities,
    unlinkMyIdentity: unlinkMyIdentity(parts),
  }
}
