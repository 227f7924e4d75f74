import { contract } from '../../../platform/contract/index.ts'
import * as domains from './contract/domains.ts'
import * as provider from './contract/provider.ts'
import * as signIn from './contract/sign-in.ts'

export * from './contract/domains.ts'
export * from './contract/provider.ts'
export * from './contract/sign-in.ts'

export const companySignIn = contract({
  getIdentityProvider: provider.getIdentityProvider,
  saveIdentityProvider: provider.saveIdentityProvider,
  requireCompanySignIn: provider.requireCompanySignIn,
  removeIdentityProvider: provider.removeIdentityProvider,
  addIdentityDomain: domains.addIdentityDomain,
  verifyIdentityDomain: domains.verifyIdentityDomain,
  removeIdentityDomain: domains.removeIdentityDomain,
  beginCompanySignIn: signIn.beginCompanySignIn,
  finishCompanySignIn: signIn.finishCompanySignIn,
  listMyIdentities: signIn.listMyIdentities,
  unlinkMyIdentity: signIn.unlinkMyIdentity,
})
