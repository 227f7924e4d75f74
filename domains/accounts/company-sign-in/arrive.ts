import { hash } from 'node:crypto'
import { isSharedIssuer, type Claims } from '../../../execution/identity-providers/identity-client.ts'
import { findRole, isAgency, revoke, type Principal } from '../../../platform/access/index.ts'
import { isMailAddress, normalEmail } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import {
  addPlaceEvent,
  beginSessionOfProvider,
  confirmSessionOfProvider,
  findPersonOf,
  makeProvedPerson,
  type SignInRequestContext,
} from '../people/index.ts'
import { confirmWithProvider, joinWithProvider } from '../workspaces/index.ts'
import { domainOfAddress } from './domain-names.ts'
import type { BegunSignIn } from './flow-cookie.ts'
import { arrivalVerdict, isLeftOut, roleOf, type Arrival, type ArrivalVerdict, type GivenRole } from './rules.ts'
import * as store from './store-identities.ts'

/** The reasons for which a person who came back from the provider is not signed in. */
type ArrivalRefusal = Exclude<ArrivalVerdict, 'signIn' | 'confirm' | 'link' | 'make'> | 'lost'

interface SignedIn {
  readonly userId: string
  /** The token of the new session; undefined if the sign-in confirms a session that exists. */
  readonly token: string | undefined
  /** Workspaces whose audit chains receive the recorded events. */
  readonly workspaces: readonly string[]
}

interface Arriving {
  readonly begun: BegunSignIn
  readonly claims: Claims
  /** The session with which the browser came back. */
  readonly principal: Principal | undefined
}

/** Undoes the writes of the transaction if the person is refused after it began to write. */
class RefusedArrival extends Error {
  readonly refusal: ArrivalRefusal
  constructor(refusal: ArrivalRefusal) {
    super(`The arrival is refused: ${refusal}`)
    this.refusal = refusal
  }
}

/** Signs in, links, or makes the person of a provider's claims, in one identity transaction: decisions/0321. */
export const arrive = async (
  tx: Transaction,
  context: SignInRequestContext,
  { begun, claims, principal }: Arriving,
): Promise<SignedIn | ArrivalRefusal> => {
  const { workspaceId, userId: begunBy } = begun
  const provider = await store.providerOf(tx, { workspaceId })
  if (provider?.id !== begun.providerId) return 'lost'
  if (begunBy !== null && principal?.userId !== begunBy) return 'lost'
  const facts = await factsOf(tx, provider, claims, begunBy ?? undefined)
  const verdict = arrivalVerdict(facts)
  if (!isSignIn(verdict)) return verdict
  const { role, identityOf } = facts
  const key = { workspaceId, issuer: provider.issuer, subject: claims.sub }
  const userId =
    verdict === 'make' ? await makeProvedPerson(tx, personOf(claims, facts.email)) : (begunBy ?? identityOf!)
  if (userId === undefined) return 'linkFirst'
  const place = { workspaceId, userId, role: role! }
  if (verdict === 'make') await joinWithProvider(tx, place)
  const before = verdict === 'make' ? undefined : await confirmWithProvider(tx, place)
  const isNew = verdict === 'make' || verdict === 'link'
  // Another request linked the same person a moment ago.
  if (isNew && !(await store.insertIdentity(tx, { ...key, userId }))) throw new RefusedArrival('otherPerson')
  await recordPlace(tx, context, { ...place, verdict, before, provider })
  const details = {
    providerId: provider.id,
    subjectSha256: hash('sha256', `${provider.issuer} ${claims.sub}`),
    ...(facts.isKept && { role: 'kept', because: 'groups_left_out' }),
  }
  const signIn = { userId, workspaceId, identityProviderId: provider.id, details }
  if (begunBy === null) return { userId, ...(await beginSessionOfProvider(tx, context, signIn)) }
  const confirmed = await confirmSessionOfProvider(tx, context, principal!.credentialId, signIn)
  // The session ended before this request could confirm it.
  if (!confirmed) throw new RefusedArrival('lost')
  return { userId, token: undefined, ...confirmed }
}

/** The refusal for which the transaction was undone; throws every other error on. */
export const refusalOf = (error: unknown): ArrivalRefusal => {
  if (error instanceof RefusedArrival) return error.refusal
  throw error
}

const isSignIn = (verdict: ArrivalVerdict): verdict is Exclude<ArrivalVerdict, ArrivalRefusal> =>
  verdict === 'signIn' || verdict === 'confirm' || verdict === 'link' || verdict === 'make'

const factsOf = async (
  tx: Transaction,
  provider: store.PlacedProvider,
  claims: Claims,
  begunBy: string | undefined,
) => {
  const { workspaceId, issuer } = provider
  const domains = await store.verifiedDomains(tx, workspaceId)
  const email = addressOf(claims, provider)
  const emailNormal = normalEmail(email)
  const known = await store.findIdentity(tx, { workspaceId, issuer, subject: claims.sub })
  const userId = known?.userId ?? begunBy
  const place = userId === undefined ? undefined : await findRole(tx, workspaceId, userId)
  const isMember = place !== undefined && isAgency(place)
  const isKept = isMember && isLeftOut(claims, provider.roleClaim)
  return {
    email,
    isKept,
    // An owner stays one.
    role: isKept ? (place === 'member' ? 'member' : 'admin') : roleOf(claims, provider),
    identityOf: known?.userId,
    begunBy,
    hasOwnAddress: known !== undefined && domains.includes(domainOfAddress(known.emailNormal)),
    isMember,
    hasOther: begunBy !== undefined && (await store.hasIdentity(tx, { workspaceId, issuer, userId: begunBy })),
    address: addressState(claims, { email, domains, provider }),
    isAddressTaken: (await findPersonOf(tx, { emailNormal })) !== undefined,
  }
}

/** The claimed address; Entra names a person without a mailbox by `preferred_username` alone. */
const addressOf = (claims: Claims, { trustsAddresses }: store.PlacedProvider) => {
  const { email, preferred_username: name } = claims
  const found = typeof email === 'string' ? email : trustsAddresses && typeof name === 'string' ? name : ''
  return isMailAddress(found.trim()) ? found.trim() : ''
}

const addressState = (
  { email_verified: verified, hd }: Claims,
  { email, domains, provider }: { email: string; domains: readonly string[]; provider: store.PlacedProvider },
): Arrival['address'] => {
  // A private account at Google can bear an address of the company; only an account of the company has `hd`.
  const isCompanys = !isSharedIssuer(provider.issuer) || (typeof hd === 'string' && domains.includes(hd.toLowerCase()))
  if (!isCompanys || !domains.includes(domainOfAddress(normalEmail(email)))) return 'foreign'
  return verified === true || verified === 'true' || provider.trustsAddresses ? 'own' : 'unverified'
}

const personOf = ({ name }: Claims, email: string) => {
  const claimed = typeof name === 'string' ? name.toWellFormed() : ''
  // A name is one line of text without control characters.
  const plain = claimed.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim()
  return { email, emailNormal: normalEmail(email), name: plain.slice(0, 200).trim() || email.split('@')[0]! }
}

interface PlaceChange {
  readonly workspaceId: string
  readonly userId: string
  readonly role: GivenRole
  readonly verdict: ArrivalVerdict
  readonly before: string | undefined
  readonly provider: store.PlacedProvider
}

const recordPlace = async (tx: Transaction, { requestId, traceId }: SignInRequestContext, change: PlaceChange) => {
  const { workspaceId, userId, role, verdict, before, provider } = change
  const about = { userId, requestId, traceId, severity: 'notice' } as const
  const by = { by: 'claim', providerId: provider.id }
  const joined = { ...about, action: 'member.join', category: 'create', details: { role, ...by } } as const
  if (verdict === 'make') await addPlaceEvent(tx, workspaceId, joined)
  if (verdict === 'link')
    await addPlaceEvent(tx, workspaceId, { ...about, action: 'identity.link', category: 'auth', details: by })
  if (before === undefined || before === 'owner' || before === role) return
  revoke(tx, { userIds: [userId], workspaceId })
  const details = { from: before, to: role, ...by }
  await addPlaceEvent(tx, workspaceId, { ...about, action: 'member.change_role', category: 'update', details })
}
