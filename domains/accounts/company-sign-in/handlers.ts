import { v7 as uuidv7, validate } from 'uuid'
import { closedPlaces, provedProvider, revoke } from '../../../platform/access/index.ts'
import { normalEmail, type Static } from '../../../platform/contract/index.ts'
import { newLinkToken } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import {
  IdentityProviderRefusal,
  type Claims,
  openIdentityClient,
  type ProviderClient,
} from '../../../execution/identity-providers/identity-client.ts'
import { sealedCredentials } from '../../code/secrets/index.ts'
import {
  limitNetwork,
  personOf,
  recordCompanyRefusal,
  settleAccountEventsOf,
  passkeyIdsOf,
  hasOwnWayIn,
  recordAccountEvent,
} from '../people/index.ts'
import { arrive, refusalOf } from './arrive.ts'
import * as contract from './contract.ts'
import type { CompanySignIn, IdentityDomain } from './contract.ts'
import { domainFrom, domainOfAddress } from './domain-names.ts'
import type { CompanyParts, GivenParts } from './flow-cookie.ts'
import { domainsMost, hasProvedDomain, proofOfDomain } from './rules.ts'
import {
  isMemberOf,
  providerOf,
  providerOfDomain,
  ownIdentities,
  unlinkIdentity,
  type PlacedProvider,
} from './store-identities.ts'
import * as store from './store.ts'
import type { DomainRow } from './tables.ts'

/** Where providers send browsers back: an address for each workspace, so that no provider answers for another. */
const redirectUriOf = (origin: string, workspaceId: string): string => `${origin}/console/company/${workspaceId}`

const presentDomain = (row: DomainRow): Static<typeof IdentityDomain> => {
  const { id, domain, verifiedAt, missingSince } = row
  const { name, text } = proofOfDomain(row)
  return { id, domain, recordName: name, recordText: text, verifiedAt, missingSince }
}

/** The company's sign-in, as administrators see it. The client's secret is not part of it. */
const presentCompanySignIn = async (tx: Transaction, origin: string): Promise<Static<typeof CompanySignIn>> => {
  const [provider, domains, stopping] = await Promise.all([
    store.findProvider(tx),
    store.domainsOf(tx),
    store.stoppingKeys(tx),
  ])
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

/** The secrets of this server as a client of identity providers, by the provider's id. */
const clientSecret = sealedCredentials('identity-provider')

/** This server as the client of a provider, with its secret. Throws as `SealedCredentials.open`. */
const clientOf = async (
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

const noDomain = { path: 'domain', message: 'has to be a domain such as acme.com', rule: 'domain' }

const addIdentityDomain = handle(contract.addIdentityDomain, async ({ tx, body, now, fail, invalid, created }) => {
  const domain = domainFrom(body.domain) ?? invalid([noDomain])
  await store.lockProvider(tx)
  const others = await store.domainsOf(tx)
  if (others.some((one) => one.domain === domain)) return fail.thereAlready()
  if (others.length >= domainsMost) return fail.full()
  const row = await store.addDomain(tx, { id: uuidv7(), domain, token: newLinkToken().token, now })
  return created(presentDomain(row), { resource: ['identity_domain', row.id], metadata: { domain } })
})

// The answer depends only on the domain of an address: it does not reveal whether an account has the address.
const beginCompanySignIn = (parts: CompanyParts) =>
  handle(contract.beginCompanySignIn, async ({ body, browser, now, requestId, fail, ok }) => {
    const { database, signIn, identityClient, companyFlows } = parts
    if (!signIn.canSignIn) return fail.unavailable()
    const network = await limitNetwork(signIn, browser.ip)
    const principal = body.workspaceId === undefined ? undefined : await signIn.sessions.principal(browser.cookie)
    const userId = principal?.userId ?? null
    const provider = await database.identity((tx) => providerToSignInAt(tx, body, userId))
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

const providerToSignInAt = async (tx: Transaction, { email, workspaceId }: SignInQuery, userId: string | null) => {
  if (workspaceId === undefined) return providerOfDomain(tx, { domain: domainOfAddress(normalEmail(email ?? '')) })
  const isMember = userId !== null && (await isMemberOf(tx, workspaceId, userId))
  return isMember ? providerOf(tx, { workspaceId }) : undefined
}

const finishCompanySignIn = (parts: CompanyParts) =>
  handle(contract.finishCompanySignIn, async (context) => {
    const { database, signIn, identityClient, companyFlows } = parts
    const { body, browser, now, requestId, fail, ok } = context
    if (!signIn.canSignIn) return fail.unavailable()
    const network = await limitNetwork(signIn, browser.ip)
    const begun = companyFlows.begunIn(browser.cookie, now, body.answer.state)
    if (begun?.workspaceId !== body.workspaceId) return fail.lost()
    browser.keep(companyFlows.forget(begun, now, browser.cookie))
    const provider = await database.identity((tx) => providerOf(tx, { workspaceId: begun.workspaceId }))
    if (provider?.id !== begun.providerId) return fail.lost()
    let claims: Claims
    try {
      claims = await identityClient.finish(await clientOf(parts, provider), begun, body.answer)
    } catch (error) {
      if (!(error instanceof IdentityProviderRefusal)) throw error
      signIn.log.warn({ err: error, requestId, issuer: provider.issuer }, 'Could not finish a company sign-in')
      await recordCompanyRefusal(signIn, begun.workspaceId, error.detail ?? error.reason, context)
      if (error.reason === 'unreachable') return fail.unreachable()
      return fail.refused({ reason: error.detail ?? error.reason })
    }
    const principal = await signIn.sessions.principal(browser.cookie)
    const arrived = await database.identity((tx) => arrive(tx, context, { begun, claims, principal })).catch(refusalOf)
    if (typeof arrived === 'string') {
      await recordCompanyRefusal(signIn, begun.workspaceId, arrived, context)
      return fail[arrived]()
    }
    await signIn.networks.succeeded(network)
    await settleAccountEventsOf(signIn, new Set([...arrived.workspaces, begun.workspaceId]), requestId)
    const person = (await database.identity((tx) => personOf(tx, { userId: arrived.userId })))!
    if (arrived.token !== undefined) {
      browser.keep(signIn.sessionCookie(arrived.token))
      browser.keep(signIn.devices.remember(person.email))
    }
    return ok({ workspaceId: begun.workspaceId, name: person.name })
  })

const getIdentityProvider = ({ signIn }: Pick<CompanyParts, 'signIn'>) =>
  handle(contract.getIdentityProvider, async ({ tx, ok }) => ok(await presentCompanySignIn(tx, signIn.origin())))

const listMyIdentities = handle(contract.listMyIdentities, async ({ tx, caller, ok }) => {
  const [identities, closed] = await Promise.all([
    ownIdentities(tx, { userId: caller.userId }),
    closedPlaces(tx, caller.credentialId),
  ])
  return ok(identities.map((one) => ({ ...one, isOpen: !closed.includes(one.workspaceId) })))
})

const removeIdentityDomain = handle(contract.removeIdentityDomain, async ({ tx, params, fail, absent, ok }) => {
  await store.lockProvider(tx)
  const [provider, domains] = await Promise.all([store.findProvider(tx), store.domainsOf(tx)])
  const removed = domains.find(({ id }) => id === params.id) ?? absent()
  const isLast = !hasProvedDomain(domains.filter(({ id }) => id !== removed.id))
  if (provider?.requiredAt && removed.verifiedAt && isLast) return fail.lastDomain()
  await store.removeDomain(tx, { id: removed.id })
  return ok({ deleted: true }, { resource: ['identity_domain', removed.id], metadata: { domain: removed.domain } })
})

const removeIdentityProvider = handle(contract.removeIdentityProvider, async ({ tx, fail, ok }) => {
  await store.lockProvider(tx)
  const provider = (await store.findProvider(tx)) ?? fail.noProvider()
  if (provider.requiredAt) return fail.required()
  await store.deleteIdentities(tx)
  await store.removeProvider(tx)
  return ok({ deleted: true }, { resource: ['identity_provider', provider.id], metadata: { issuer: provider.issuer } })
})

const requireCompanySignIn = ({ database, signIn }: CompanyParts) =>
  handle(contract.requireCompanySignIn, async ({ body, caller, workspace, commit, fail }) => {
    const { required, emergencyPasskeyId } = body
    if (caller.role !== 'owner') return fail.ownerOnly()
    const { credentialId, userId } = caller
    const [proved, passkeys] = await database.identity(async (tx) => [
      await provedProvider(tx, credentialId),
      await passkeyIdsOf(tx, userId),
    ])
    return commit(async ({ tx, now, ok }) => {
      await store.lockProvider(tx)
      const before = (await store.findProvider(tx)) ?? fail.noProvider()
      if (required) {
        if (!hasProvedDomain(await store.domainsOf(tx))) return fail.noDomain()
        if (proved !== before.id) return fail.notTried()
        if (emergencyPasskeyId === undefined || !passkeys.includes(emergencyPasskeyId)) return fail.noPasskey()
      }
      const requiredAt = required ? (before.requiredAt ?? now) : null
      await store.requireProvider(tx, { requiredAt, passkeyId: required ? emergencyPasskeyId! : null, now })
      revoke(tx, { workspaceId: workspace })
      return ok(await presentCompanySignIn(tx, signIn.origin()), {
        resource: ['identity_provider', before.id],
        metadata: { required, ...(required && { emergencyPasskeyId }) },
      })
    })
  })

const noSecret = { path: 'clientSecret', message: 'is needed for a new issuer or client', rule: 'required' }

const saveIdentityProvider = ({ signIn, vault, identityClient }: CompanyParts) =>
  handle(contract.saveIdentityProvider, async ({ body, commit, invalid, fail }) => {
    const { clientSecret: secret, ...given } = body
    if (!vault.available) return fail.noVault()
    const issuer = await identityClient.issuerAt(given.issuer).catch((error: unknown) => {
      if (error instanceof IdentityProviderRefusal) return fail.unusable({ reason: error.detail ?? error.message })
      throw error
    })
    return commit(async ({ tx, now, ok }) => {
      await store.lockProvider(tx)
      const before = await store.findProvider(tx)
      const isSame = before?.issuer === issuer
      if (!isSame && before?.requiredAt) return fail.required()
      const keeps = isSame && before.clientId === given.clientId && secret === undefined
      if (!keeps && secret === undefined) return invalid([noSecret])
      const id = isSame ? before.id : uuidv7()
      const { keyVersion, ciphertext } = keeps ? before : await clientSecret.seal(tx, vault, id, secret!)
      const saved = await store.saveProvider(tx, { ...given, issuer, id, keyVersion, ciphertext, now })
      const { clientId, roleClaim, roles, defaultRole, trustsAddresses } = saved
      const access = { roleClaim, roles: roles.length, defaultRole, trustsAddresses }
      return ok(await presentCompanySignIn(tx, signIn.origin()), {
        resource: ['identity_provider', saved.id],
        metadata: { issuer, clientId, newSecret: !keeps, ...access },
      })
    })
  })

const unlinkMyIdentity = ({ signIn }: Pick<CompanyParts, 'signIn'>) =>
  handle(
    contract.unlinkMyIdentity,
    async ({ tx, params: { id }, caller: { userId }, requestId, traceId, fail, ok }) => {
      if (!(await hasOwnWayIn(tx, { userId }))) return fail.onlyWay()
      if (!validate(id) || !(await unlinkIdentity(tx, { workspaceId: id, userId }))) return fail.notLinked()
      const event = { action: 'identity.unlink', severity: 'notice', details: { workspaceId: id } } as const
      await recordAccountEvent(tx, { ...event, userId, requestId, traceId }, signIn)
      return ok({ deleted: true })
    },
  )

const verifyIdentityDomain = ({ mailTexts }: Pick<CompanyParts, 'mailTexts'>) =>
  handle(contract.verifyIdentityDomain, async ({ params, read, commit, absent, fail }) => {
    const proof = proofOfDomain((await read((tx) => store.findDomain(tx, { id: params.id }))) ?? absent())
    const texts = (await mailTexts.reading((readTexts) => readTexts(proof.name))) ?? fail.silent()
    if (!texts.includes(proof.text)) return fail.notFound()
    return commit(async ({ tx, now, ok }) => {
      const verified = await store.recordVerified(tx, { id: params.id, now }).catch((error: unknown) => {
        if ((error as { constraint?: string }).constraint === 'identity_domain_verified') return fail.taken()
        throw error
      })
      const row = verified ?? absent()
      return ok(presentDomain(row), { resource: ['identity_domain', row.id], metadata: { domain: row.domain } })
    })
  })

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
