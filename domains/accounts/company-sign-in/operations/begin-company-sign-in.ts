import { IdentityProviderRefusal } from '../../../../execution/identity-providers/index.ts'
import { normalEmail } from '../../../../platform/contract/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { limitNetwork } from '../../people/index.ts'
import { beginCompanySignIn } from '../contract.ts'
import type { CompanyParts } from '../parts.ts'
import { clientOf } from '../provider-client.ts'
import { domainOfAddress } from '../domain-names.ts'
import { isMemberOf, providerOf, providerOfDomain } from '../store-identities.ts'

// The answer depends on the domain of an address alone: it does not reveal whether an account has the address.
export default (parts: CompanyParts) =>
  handle(beginCompanySignIn, async ({ body, browser, now, requestId, fail, ok }) => {
    const { database, signIn, identityClient, companyFlows } = parts
    if (!signIn.canSignIn) return fail.unavailable()
    const network = await limitNetwork(signIn, browser.ip)
    const principal = body.workspaceId === undefined ? undefined : await signIn.sessions.principal(browser.cookie)
    const userId = principal?.userId ?? null
    const provider = await database.identity((tx) => findProvider(tx, body, userId))
    if (!provider) return fail.unknown()
    try {
      const { url, ...flow } = await identityClient.begin(await clientOf(parts, provider))
      const begun = { ...flow, workspaceId: provider.workspaceId, providerId: provider.id, userId }
      browser.keep(companyFlows.remember(begun, now, browser.cookie))
      await signIn.networks.succeeded(network)
      return ok({ url })
    } catch (error) {
      if (!(error instanceof IdentityProviderRefusal)) throw error
      signIn.log.warn({ err: error, requestId, issuer: provider.issuer }, 'Could not begin a company sign-in')
      return fail.unreachable()
    }
  })

interface SignInQuery {
  readonly email?: string
  readonly workspaceId?: string
}

const findProvider = async (tx: Transaction, { email, workspaceId }: SignInQuery, userId: string | null) => {
  if (workspaceId === undefined) return providerOfDomain(tx, domainOfAddress(normalEmail(email ?? '')))
  const isMember = userId !== null && (await isMemberOf(tx, workspaceId, userId))
  return isMember ? providerOf(tx, workspaceId) : undefined
}
