/** Roles that a claim can set; never owner. */
export const givenRoles = ['admin', 'member'] as const
export type GivenRole = (typeof givenRoles)[number]
/** The role of people whose claim has this value. */
export interface RoleRule {
  readonly value: string
  readonly role: GivenRole
}

export const rolesMost = 50
export const domainsMost = 20
const valuesMost = 1_000

type Claims = Readonly<Record<string, unknown>>

/** The values of a claim: a text, or a list of them; a name with dots leads into objects, as `realm_access.roles`. */
export const valuesOf = (claims: Claims, name: string): string[] => {
  const whole = claims[name]
  const found =
    whole ??
    name
      .split('.')
      .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims)
  const values = Array.isArray(found) ? found.slice(0, valuesMost) : [found]
  return values.filter((value) => typeof value === 'string')
}

const isObject = (value: unknown): value is Claims => typeof value === 'object' && value !== null

/**
 * True if the provider left the claim out since the person has too many groups, and only names where they are, as Entra
 * does (OpenID Connect Core, section 5.6.2): then the claims have no role.
 */
export const isLeftOut = (claims: Claims, roleClaim: string | null): boolean => {
  const { _claim_names: names } = claims
  return roleClaim !== null && !(roleClaim in claims) && isObject(names) && Object.hasOwn(names, roleClaim)
}

interface RoleRules {
  readonly roleClaim: string | null
  readonly roles: readonly RoleRule[]
  readonly defaultRole: GivenRole | null
}

/** The highest role in the claims; the default if the claims have no role, and null without a default. */
export const roleOf = (claims: Claims, { roleClaim, roles, defaultRole }: RoleRules): GivenRole | null => {
  const values = roleClaim === null ? [] : valuesOf(claims, roleClaim)
  const given = roles.filter(({ value }) => values.includes(value)).map(({ role }) => role)
  return givenRoles.find((role) => given.includes(role)) ?? defaultRole
}

/** The name and the text of the DNS record that proves that a domain belongs to a workspace. */
export const proofOfDomain = ({ domain, token }: { readonly domain: string; readonly token: string }) => ({
  name: `_atelier.${domain}`,
  text: `atelier-domain=${token}`,
})

const dayMs = 86_400_000
/** A domain whose text is absent from DNS for longer is not the workspace's any more. */
export const missingDaysMost = 7

/** True if the text of a domain has been absent for too long. */
export const isLost = (missingSince: Date | null, now: Date): boolean =>
  missingSince !== null && now.getTime() - missingSince.getTime() > missingDaysMost * dayMs

/** The facts that the server has of a person who comes back from the provider. */
export interface Arrival {
  /** The person whose identity it is. */
  readonly identityOf: string | undefined
  /** The person who began the sign-in within their own session. */
  readonly begunBy: string | undefined
  /** Whether the person has an address of a domain of the workspace. */
  readonly hasOwnAddress: boolean
  /** The membership of the identity's person in the agency, or of the person who began. */
  readonly isMember: boolean
  /** Whether the person who began has another identity at this provider. */
  readonly hasOther: boolean
  readonly role: GivenRole | null
  readonly address: 'own' | 'foreign' | 'unverified'
  /** Whether a person has the address. */
  readonly isAddressTaken: boolean
}

export type ArrivalVerdict =
  | 'signIn'
  | 'confirm'
  | 'link'
  | 'make'
  | 'noRole'
  | 'otherPerson'
  | 'notMember'
  | 'ownSignInFirst'
  | 'foreignAddress'
  | 'addressNotVerified'
  | 'linkFirst'

/**
 * The effect of a sign-in with the provider. The pair of issuer and subject identifies the person, never an address: a
 * person who has an account already links the two in a session of their own. A new session is begun only for a person
 * whose address is of the company's own domain, since the company reads that mail anyway; others confirm a session that
 * they began themselves.
 */
export const arrivalVerdict = (arrival: Arrival): ArrivalVerdict => {
  const { identityOf, begunBy, role, address } = arrival
  if (role === null) return 'noRole'
  if (identityOf !== undefined && begunBy !== undefined && identityOf !== begunBy) return 'otherPerson'
  if (identityOf !== undefined || begunBy !== undefined) {
    if (!arrival.isMember) return 'notMember'
    if (begunBy === undefined) return arrival.hasOwnAddress ? 'signIn' : 'ownSignInFirst'
    if (identityOf !== undefined) return 'confirm'
    return arrival.hasOther ? 'otherPerson' : 'link'
  }
  if (address === 'foreign') return 'foreignAddress'
  if (address === 'unverified') return 'addressNotVerified'
  return arrival.isAddressTaken ? 'linkFirst' : 'make'
}

/** True if the company has proved one of its domains. */
export const hasProvedDomain = (domains: readonly { readonly verifiedAt: Date | null }[]): boolean =>
  domains.some(({ verifiedAt }) => verifiedAt !== null)
