import type { Static } from '../../../platform/contract/schema.ts'
import type { Member, MemberInvitation } from './contract/members.ts'
import type { ApiKey } from './contract/keys.ts'

export type MemberRole = Static<typeof Member>['role']
export type InvitationStatus = Static<typeof MemberInvitation>['status']

/** Whose place each role may change or take away; owners are out of everybody's reach but their own. */
const reach: Readonly<Record<MemberRole, readonly MemberRole[]>> = {
  owner: ['owner', 'admin', 'member'],
  admin: ['admin', 'member'],
  member: [],
}

type ChangeVerdict = 'allowed' | 'forbidden' | 'ownerOnly' | 'lastOwner'

interface MemberChange {
  readonly actor: MemberRole
  readonly target: MemberRole
  /** The target's place after the change; undefined if it is taken away. */
  readonly after: MemberRole | undefined
  /** Owners that the workspace has before it. */
  readonly owners: number
}

/** Decides whether a member may change the place of another, or their own. */
export const changeVerdict = ({ actor, target, after, owners }: MemberChange): ChangeVerdict => {
  if (reach[actor].length === 0) return 'forbidden'
  if (!reach[actor].includes(target) || (after && !reach[actor].includes(after))) return 'ownerOnly'
  return after !== 'owner' && isLastOwner(target, owners) ? 'lastOwner' : 'allowed'
}

/** True if the workspace would have no owner without this member. */
export const isLastOwner = (role: MemberRole, owners: number): boolean => role === 'owner' && owners <= 1

const dayMs = 86_400_000

/** How long the link of an invitation works. */
export const expiryOf = (sentAt: Date): Date => new Date(sentAt.getTime() + 7 * dayMs)

/** Open invitations that a workspace may have. */
export const invitationsMost = 500

const answers = {
  pending: 'open',
  accepted: 'invitationAccepted',
  revoked: 'invitationRevoked',
  expired: 'invitationExpired',
} as const satisfies Record<InvitationStatus, string>

interface Accepting {
  readonly invited: { readonly emailNormal: string; readonly status: InvitationStatus }
  readonly person: { readonly emailNormal: string; readonly isVerified: boolean }
}

/** The effect of a token for a person: none except for the invited, who sees the outcome once verified. */
export const acceptanceOf = ({ invited, person }: Accepting) => {
  if (invited.emailNormal !== person.emailNormal) return 'absent'
  return person.isVerified ? answers[invited.status] : 'emailNotVerified'
}

// Formats by time zone, since making one is slow. The locale `en-CA` writes a day as `2026-03-29`.
const formats = new Map<string, Intl.DateTimeFormat>()

/** The day on which an instant falls in a time zone: `2026-03-29`. `timeZone` is an IANA name. */
export const dayIn = (timeZone: string, at: Date | number): string => {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  formats.set(timeZone, format)
  return format.format(at)
}

/** How many days one day comes after another, by the calendar: a day of 23 or 25 hours is one day. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs

/** Keys that a person may have in a workspace, without expired keys. */
export const keysMost = 100

/** True if a key would be allowed what its person is not: the scope `admin` is for owners and administrators. */
export const isAboveRole = (scopes: Static<typeof ApiKey>['scopes'], role: MemberRole | 'client'): boolean =>
  scopes.includes('admin') && role !== 'owner' && role !== 'admin'

/** The event of a change of a person's membership that follows from a sign-in, by its audit action. */
export const placeEvents: Readonly<Record<string, string>> = {
  'member.join': 'member.joined',
  'member.change_role': 'member.role_changed',
}

/** The result of `Intl` for a name; undefined for an unknown name. */
const unlessUnknown = <Result>(make: () => Result): Result | undefined => {
  try {
    return make()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** True if this process can compute days and weeks of a time zone; false for offsets such as +02:00. */
export const isTimeZone = (timeZone: string): boolean =>
  /^[A-Za-z]/.test(timeZone) && unlessUnknown(() => new Intl.DateTimeFormat('en', { timeZone })) !== undefined

/** True if dates and numbers can be written by a locale, given in its canonical form: `de-AT` and not `de_at`. */
export const isLocale = (locale: string): boolean =>
  unlessUnknown(() => Intl.getCanonicalLocales(locale))?.[0] === locale &&
  Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0
